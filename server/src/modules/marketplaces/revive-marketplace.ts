import { shopFlagNames } from '@evenstock/contract/channels';
import { freeSlug } from '../../platform/slug.ts';
import type { Tx } from '../../platform/database.ts';
import { marketplaceSlugsLike } from './marketplaces.queries.ts';

/** A new marketplace that its shop was just verified for, its row locked. */
export interface FreshMarketplace {
  readonly id: number;
  readonly storeId: number;
  readonly channel: string;
}

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
  const old = await tx
    .selectFrom('marketplaces')
    .select(['id', 'slug'])
    .where('store_id', '=', fresh.storeId)
    .where('channel', '=', fresh.channel)
    .where('channel_shop_id', '=', shopId)
    .where('deleted_at', 'is not', null)
    .where('id', '<>', fresh.id)
    .orderBy('deleted_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  if (old === undefined) return null;
  const given = await tx
    .selectFrom('marketplaces')
    .select(['slug', 'name', 'shop_name', ...shopFlagNames])
    .where('id', '=', fresh.id)
    .executeTakeFirstOrThrow();
  // An address belongs to one record at a time: the new one leaves its own first.
  const slug = freeSlug(old.slug, await marketplaceSlugsLike(tx, fresh.storeId, old.slug), new Set());
  await tx
    .updateTable('marketplaces')
    .set({ slug, deactivated_at: now, deleted_at: now, updated_at: now })
    .where('id', '=', fresh.id)
    .execute();
  await tx
    .updateTable('marketplaces')
    .set({ ...given, deleted_at: null, updated_at: now })
    .where('id', '=', old.id)
    .execute();
  return old.id;
}

/** Another marketplace of the store that is this shop too, and only waits to be verified again; null: none. */
export async function findDeactivatedTwin(
  tx: Tx,
  fresh: FreshMarketplace,
  shopId: string,
): Promise<{ readonly name: string } | null> {
  const twin = await tx
    .selectFrom('marketplaces')
    .select('name')
    .where('store_id', '=', fresh.storeId)
    .where('channel', '=', fresh.channel)
    .where('channel_shop_id', '=', shopId)
    .where('deleted_at', 'is', null)
    .where('deactivated_at', 'is not', null)
    .where('id', '<>', fresh.id)
    .executeTakeFirst();
  return twin ?? null;
}
