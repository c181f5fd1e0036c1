import { channelKind } from '@evenstock/contract/channels';
import type { Tx } from '../../platform/database.ts';
import { stateAfterExpiry } from './consent.rules.ts';
import type { NamedMarketplace } from './lock-marketplace.ts';

/**
 * Records that the authorisation of a marketplace has ended, in the caller's transaction.
 * @returns null where it had ended before, or there was none
 */
export async function expireMarketplace(tx: Tx, id: number, now: Date): Promise<NamedMarketplace | null> {
  const ended = await tx
    .selectFrom('marketplaces')
    .select(['store_id', 'channel', 'slug', 'name'])
    .where('id', '=', id)
    .where('needs_authorization', '=', false)
    .where('state', '=', 'verified')
    .forUpdate()
    .executeTakeFirst();
  if (ended === undefined) return null;
  await tx
    .updateTable('marketplaces')
    .set({
      needs_authorization: true,
      state: stateAfterExpiry(channelKind.parse(ended.channel)),
      updated_at: now,
    })
    .where('id', '=', id)
    .execute();
  return { id, storeId: ended.store_id, slug: ended.slug, name: ended.name };
}
