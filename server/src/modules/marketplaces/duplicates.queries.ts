import { shopFlagNames } from '@evenstock/contract/channels/channels';
import type { Selectable } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import type { Tables } from '../../tables.ts';

/** A new marketplace whose shop was just verified, with its row locked. */
export interface FreshMarketplace {
  readonly id: number;
  readonly storeId: number;
  readonly channel: string;
}

/** Locks the store's newest deleted marketplace of the same shop; null: none. */
export async function lockDeletedDuplicate(
  tx: Tx,
  fresh: FreshMarketplace,
  shopId: string,
): Promise<{ id: number; slug: string } | null> {
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
  return old ?? null;
}

/** The store's deactivated marketplace of the same shop; null: none. */
export async function findDeactivated(
  tx: Tx,
  fresh: FreshMarketplace,
  shopId: string,
): Promise<{ readonly name: string } | null> {
  const duplicate = await tx
    .selectFrom('marketplaces')
    .select('name')
    .where('store_id', '=', fresh.storeId)
    .where('channel', '=', fresh.channel)
    .where('channel_shop_id', '=', shopId)
    .where('deleted_at', 'is', null)
    .where('deactivated_at', 'is not', null)
    .where('id', '<>', fresh.id)
    .executeTakeFirst();
  return duplicate ?? null;
}

/** The settings that a member gave a marketplace: its slug, its names and its flags. */
export type Given = Pick<
  Selectable<Tables['marketplaces']>,
  'slug' | 'name' | 'shop_name' | (typeof shopFlagNames)[number]
>;

/**
 * Reads the settings that a member gave a marketplace.
 * @throws NoResultError where there is no such marketplace
 */
export function readGiven(tx: Tx, id: number): Promise<Given> {
  return tx
    .selectFrom('marketplaces')
    .select(['slug', 'name', 'shop_name', ...shopFlagNames])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/** Marks a new marketplace as deleted and gives it another slug, so that its own is free. */
export async function setGivenWay(tx: Tx, id: number, slug: string, now: Date): Promise<void> {
  await tx
    .updateTable('marketplaces')
    .set({ slug, deactivated_at: now, deleted_at: now, updated_at: now })
    .where('id', '=', id)
    .execute();
}

/** Restores a deleted marketplace, with the settings of the new one. */
export async function setRevived(tx: Tx, id: number, given: Given, now: Date): Promise<void> {
  await tx
    .updateTable('marketplaces')
    .set({ ...given, deleted_at: null, updated_at: now })
    .where('id', '=', id)
    .execute();
}
