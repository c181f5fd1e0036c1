import { freeSlug } from '../../platform/slug.ts';
import type { Tx } from '../../platform/database.ts';
import { marketplaceSlugsLike } from './marketplaces.queries.ts';
import {
  findDeactivated,
  lockDeletedTwin,
  readGiven,
  setGivenWay,
  setRevived,
  type FreshMarketplace,
} from './twins.queries.ts';

/**
 * Where the store had this shop before and deleted it, the old record comes back and the new one, which is empty, gives way
 * to it: the shop's orders are not here twice, and its listings return to their SKUs. The old record takes the name, the
 * address and the flags that the new one was given.
 * @returns the id of the revived record; null: the store never had this shop
 */
export async function reviveMarketplace(
  tx: Tx,
  fresh: FreshMarketplace,
  shopId: string,
  now: Date,
): Promise<number | null> {
  const old = await lockDeletedTwin(tx, fresh, shopId);
  if (old === null) return null;
  const given = await readGiven(tx, fresh.id);
  // An address belongs to one record at a time: the new one leaves its own first.
  const slug = freeSlug(old.slug, await marketplaceSlugsLike(tx, fresh.storeId, old.slug), new Set());
  await setGivenWay(tx, fresh.id, slug, now);
  await setRevived(tx, old.id, given, now);
  return old.id;
}

/** Another marketplace of the store that is this shop too, and only waits to be verified again; null: none. */
export function findDeactivatedTwin(
  tx: Tx,
  fresh: FreshMarketplace,
  shopId: string,
): Promise<{ readonly name: string } | null> {
  return findDeactivated(tx, fresh, shopId);
}
