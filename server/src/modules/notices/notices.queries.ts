import { sql } from 'kysely';
import type { Handle } from '../../platform/database/database.ts';

export interface OpenNotice {
  readonly id: number;
  readonly store_id: number;
  readonly about: unknown;
  /** Failed ones. */
  readonly attempts: number;
}

/** The unprocessed notices of a connected marketplace that are no dead letters. */
const openOf = (marketplaceId: number) => sql`
  webhook_deliveries d join marketplaces m on m.id = d.marketplace_id
  where d.marketplace_id = ${marketplaceId} and d.processed_at is null and d.dead_at is null and m.state = 'verified'
    and m.deleted_at is null and m.deactivated_at is null and m.place_state = 'chosen'`;

/** The oldest open notices of a marketplace that may be tried now. */
export async function openNotices(
  db: Handle,
  marketplaceId: number,
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<readonly OpenNotice[]> {
  const { rows } = await sql<OpenNotice>`
    select d.id, m.store_id, d.about, d.attempts from ${openOf(marketplaceId)}
      and (d.attempt_at is null or d.attempt_at <= ${now})
    order by d.id limit ${limit}`.execute(db);
  return rows;
}

/** When the first of the open notices that failed is tried again; null where none waits. */
export async function firstAttempt(db: Handle, marketplaceId: number): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(d.attempt_at) as at from ${openOf(marketplaceId)}`.execute(db);
  return rows[0]?.at ?? null;
}

/**
 * The items whose stock changed by the notices. Items that show their target are left to the next poll, as most such notices echo our
 * own writes or an order that was just imported.
 */
export async function itemsToRead(
  db: Handle,
  marketplaceId: number,
  reported: readonly {
    readonly stockRef: Readonly<Record<string, string>>;
    readonly shows?: number | null | undefined;
  }[],
): Promise<readonly string[]> {
  if (reported.length === 0) return [];
  const { rows } = await sql<{ channel_item_id: string }>`
    select distinct l.channel_item_id
    from jsonb_to_recordset(${JSON.stringify(reported)}::jsonb) r("stockRef" jsonb, shows integer)
    join variant_listings l on l.stock_ref @> r."stockRef"
    where l.marketplace_id = ${marketplaceId} and l.stock_ref <> '{}'
      and not exists (
        select from listing_stocks s
        where s.variant_listing_id = l.id and s.send = r.shows and s.flag is null and s.verify_at is null and not s.held)`.execute(
    db,
  );
  return rows.map(({ channel_item_id }) => channel_item_id);
}
