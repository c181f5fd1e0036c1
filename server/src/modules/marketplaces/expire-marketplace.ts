import { channelKind } from '@evenstock/contract/channels';
import type { Tx } from '../../platform/database.ts';
import { lockAuthorised, setExpired } from './authorisations.queries.ts';
import { stateAfterExpiry } from './consent.rules.ts';
import type { NamedMarketplace } from './named-marketplace.ts';

/**
 * Records that the authorisation of a marketplace has ended, in the caller's transaction.
 * @returns null where it had ended before, or there was none
 */
export async function expireMarketplace(tx: Tx, id: number, now: Date): Promise<NamedMarketplace | null> {
  const ended = await lockAuthorised(tx, id);
  if (ended === null) return null;
  await setExpired(tx, id, stateAfterExpiry(channelKind.parse(ended.channel)), now);
  return { id, storeId: ended.store_id, slug: ended.slug, name: ended.name };
}
