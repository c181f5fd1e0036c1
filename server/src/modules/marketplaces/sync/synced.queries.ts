import { sql } from 'kysely';
import type { Handle, Tx } from '../../../platform/database/database.ts';
import type { FirstSynced } from '../consent/named-marketplace.ts';

/** Records the channel's clock minus ours, in milliseconds. */
export async function setClockOffset(db: Handle, marketplaceId: number, offsetMs: number): Promise<void> {
  await sql`update marketplaces set clock_offset_ms = ${offsetMs} where id = ${marketplaceId}`.execute(db);
}

/** Records when a marketplace's orders were first pulled. */
export async function setFirstOrderPull(tx: Tx, marketplaceId: number, at: Date): Promise<void> {
  await tx
    .updateTable('marketplaces')
    .set({ start_pulling_orders_at: at })
    .where('id', '=', marketplaceId)
    .where('start_pulling_orders_at', 'is', null)
    .execute();
}

/** Counts a marketplace's products, and records when they were pulled. */
export async function countProductListings(tx: Tx, marketplaceId: number, at: Date): Promise<void> {
  await sql`
      update marketplaces set last_pull_products_at = ${at}, num_product_listings = (
        select count(*) from product_listings i where i.marketplace_id = ${marketplaceId} and i.state <> 'deleted')
      where id = ${marketplaceId}`.execute(tx);
}

/** Counts a marketplace's orders. */
export async function countOrders(tx: Tx, marketplaceId: number): Promise<void> {
  await sql`
    update marketplaces set num_orders = (select count(*) from orders o where o.marketplace_id = ${marketplaceId})
    where id = ${marketplaceId}`.execute(tx);
}

/** Records when the first pulls after an authorisation were done. Null: it is recorded, or the marketplace was never authorised. */
export async function setFirstSynced(tx: Tx, marketplaceId: number, at: Date): Promise<FirstSynced | null> {
  const { rows } = await sql<FirstSynced>`
    update marketplaces set first_synced_at = ${at}
    where id = ${marketplaceId} and first_synced_at is null and verified_at is not null
    returning id, store_id as "storeId", slug, name, num_orders as "numOrders",
      num_product_listings as "numProductListings"`.execute(tx);
  return rows[0] ?? null;
}

/** Adds the age of an old answer, in place of those that are not older and those from before an instant. */
export async function addOldAnswer(
  db: Handle,
  marketplaceId: number,
  seen: { readonly ageMs: number; readonly seenAt: Date; readonly since: Date },
): Promise<void> {
  await sql`
    update marketplaces
    set old_answers = coalesce((
        select jsonb_agg(known order by place) from jsonb_array_elements(old_answers) with ordinality as o(known, place)
        where (known ->> 0)::bigint > ${seen.ageMs} and (known ->> 1)::bigint > ${seen.since.getTime()}), '[]')
      || jsonb_build_array(jsonb_build_array(${seen.ageMs}::bigint, ${seen.seenAt.getTime()}::bigint))
    where id = ${marketplaceId}`.execute(db);
}
