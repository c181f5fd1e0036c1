import { freeSlug } from '../../platform/text/slug.ts';
import type { Tx } from '../../platform/database/database.ts';
import { marketplaceSlugsLike } from './marketplaces.queries.ts';
import {
  findDeactivated,
  lockDeletedDuplicate,
  readGiven,
  setGivenWay,
  setRevived,
  type FreshMarketplace,
} from './duplicates.queries.ts';

/**
 * Restores the deleted marketplace of a shop that is connected again, and deletes the new, empty one in its favour: so orders are
 * not duplicated, and listings return to their SKUs. The restored one takes the name, slug and flags of the new one.
 * @returns the id of the restored marketplace; null: the store never had this shop
 */
export async function reviveMarketplace(
  tx: Tx,
  fresh: FreshMarketplace,
  shopId: string,
  now: Date,
): Promise<number | null> {
  const old = await lockDeletedDuplicate(tx, fresh, shopId);
  if (old === null) return null;
  const given = await readGiven(tx, fresh.id);
  // A slug is unique, so the new marketplace leaves its own first.
  const slug = freeSlug(old.slug, await marketplaceSlugsLike(tx, fresh.storeId, old.slug), new Set());
  await setGivenWay(tx, fresh.id, slug, now);
  await setRevived(tx, old.id, given, now);
  return old.id;
}

/** The store's deactivated marketplace of the same shop, which can be verified again; null: none. */
export function findDeactivatedDuplicate(
  tx: Tx,
  fresh: FreshMarketplace,
  shopId: string,
): Promise<{ readonly name: string } | null> {
  return findDeactivated(tx, fresh, shopId);
}
