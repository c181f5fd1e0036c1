import { channelKind } from '@evenstock/contract/channels/channels';
import type { Tx } from '../../../platform/database/database.ts';
import { lockAuthorised, setExpired } from './authorisations.queries.ts';
import { stateAfterExpiry } from './consent.rules.ts';
import type { NamedMarketplace } from './named-marketplace.ts';

export interface ExpiredMarketplace extends NamedMarketplace {
  /** Its row, which was verified. */
  readonly state: 'unverified' | 'verified';
}

/**
 * Records that the authorisation of a marketplace has ended, in the caller's transaction.
 * @returns null where it had ended before, or there is none
 */
export async function expireMarketplace(tx: Tx, id: number, now: Date): Promise<ExpiredMarketplace | null> {
  const ended = await lockAuthorised(tx, id);
  if (ended === null) return null;
  const state = stateAfterExpiry(channelKind.parse(ended.channel));
  await setExpired(tx, id, state, now);
  return { id, storeId: ended.store_id, slug: ended.slug, name: ended.name, state };
}
