import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import { causeKey, type LoggedEpoch, type LoggedMovement } from '../ledger/logged-movement.rules.ts';
import { readTuples } from '../ledger/epochs.queries.ts';
import type { ReplayTargets } from './replay-movements.rules.ts';

/** Keys of the lines that the ledger has, also by the SKU that theirs was merged into. */
export async function knownCauses(tx: Tx, lines: readonly LoggedMovement[]): Promise<Set<string>> {
  const { rows } = await sql<{ variantId: number; cause: string }>`
    select w.variant_id as "variantId", w.cause
    from unnest(${lines.map(({ variantId }) => variantId)}::bigint[], ${lines.map(({ cause }) => cause)}::text[]) w(variant_id, cause)
    join stock_movements m on m.variant_id = w.variant_id and m.cause = w.cause`.execute(tx);
  return new Set(rows.map(causeKey));
}

/** The records named by lines that exist in the database. */
export async function replayTargets(tx: Tx, lines: readonly LoggedMovement[]): Promise<ReplayTargets> {
  const idsOf = (pick: (line: LoggedMovement) => number | null): number[] => [
    ...new Set(lines.flatMap((line) => pick(line) ?? [])),
  ];
  const variants = idsOf(({ variantId }) => variantId);
  const listings = [
    ...new Set(
      lines.flatMap(({ merge, source }) => [
        ...(merge?.listings.map((listing) => listing.variant_listing_id) ?? []),
        ...(source.type === 'Marketplace' && source.listingId !== null ? [source.listingId] : []),
      ]),
    ),
  ];
  const marketplaces = idsOf(({ source }) => (source.type === 'Marketplace' ? source.marketplaceId : null));
  const orders = idsOf(({ source }) => (source.type === 'Order' ? source.orderId : null));
  const users = idsOf(({ source }) => (source.type === 'User' ? source.userId : null));
  const { rows } = await sql<{ kind: 'variant' | 'listing' | 'marketplace' | 'order' | 'user'; id: number }>`
    select 'variant' as kind, v.id from variants v
    where v.id = any(${variants}::bigint[]) and not v.is_set and (
      not exists (select from variant_listings vl where vl.variant_id = v.id and vl.deleted_at is null)
      or exists (
        select from variant_listings vl join listing_stocks ls on ls.variant_listing_id = vl.id
        where vl.variant_id = v.id and ls.counted_from is not null))
    union all select 'listing', id from variant_listings where id = any(${listings}::bigint[])
    union all select 'marketplace', id from marketplaces where id = any(${marketplaces}::bigint[])
    union all select 'order', id from orders where id = any(${orders}::bigint[])
    union all select 'user', id from users where id = any(${users}::bigint[])`.execute(tx);
  const of = (kind: string): ReadonlySet<number> =>
    new Set(rows.filter((row) => row.kind === kind).map(({ id }) => id));
  return {
    variants: of('variant'),
    listings: of('listing'),
    marketplaces: of('marketplace'),
    orders: of('order'),
    users: of('user'),
  };
}

interface QuantityMergedAway {
  readonly id: number;
  readonly storeId: number;
  readonly survivorId: number;
  readonly quantity: number;
}

/** Which of these SKUs were merged away and have a quantity other than 0, with the SKU that each belongs to now. */
export async function quantitiesMergedAway(tx: Tx, ids: readonly number[]): Promise<QuantityMergedAway[]> {
  const { rows } = await sql<QuantityMergedAway>`
    select id, store_id as "storeId", merged_into_id as "survivorId", quantity from variants
    where id = any(${ids}::bigint[]) and merged_into_id is not null and quantity <> 0 order by id`.execute(
    tx,
  );
  return rows;
}

/**
 * Writes epochs as they were after their last booking, closed: an order that comes late is compared with their reads. What was pending
 * in them is not booked. Those of listings that the database lacks are left out.
 */
export async function restoreEpochs(tx: Tx, epochs: readonly LoggedEpoch[], at: Date): Promise<void> {
  if (epochs.length === 0) return;
  const rows = epochs.map((epoch) => ({
    id: epoch.id,
    variant_listing_id: epoch.listingId,
    value: epoch.value.measure,
    value_from: epoch.value.from,
    value_until: epoch.value.until,
    bookable: epoch.bookable && epoch.unexplained === epoch.booked + epoch.joined,
    unexplained: epoch.unexplained,
    sure: epoch.sure,
    booked: epoch.booked,
    booked_no: epoch.bookedNo,
    joined: epoch.joined,
    joined_to: epoch.joinedTo,
    book_after: epoch.bookAfter,
    reads: readTuples(epoch.reads),
    read_until: epoch.reads.at(-1)?.until ?? null,
  }));
  await sql`
    with wanted as materialized (
      select w.*, vl.store_id as store from jsonb_populate_recordset(null::listing_epochs, ${JSON.stringify(rows)}::jsonb) w
      join variant_listings vl on vl.id = w.variant_listing_id
    )
    insert into listing_epochs (id, store_id, variant_listing_id, value, value_from, value_until, bookable, unexplained, sure, booked,
      booked_no, joined, joined_to, book_after, reads, read_until, opened_at, closed_at)
    overriding system value
    select w.id, w.store, w.variant_listing_id, w.value, w.value_from, w.value_until, w.bookable, w.unexplained, w.sure, w.booked,
      w.booked_no, w.joined,
      case when w.joined_to in (select id from wanted) or exists (select from listing_epochs e where e.id = w.joined_to)
        then w.joined_to end, w.book_after, w.reads, w.read_until, ${at}, ${at}
    from wanted w
    on conflict (id) do update set bookable = excluded.bookable, unexplained = excluded.unexplained, sure = excluded.sure,
      booked = excluded.booked, booked_no = excluded.booked_no, joined = excluded.joined, joined_to = excluded.joined_to,
      book_after = excluded.book_after, reads = excluded.reads, read_until = excluded.read_until,
      closed_at = coalesce(listing_epochs.closed_at, excluded.closed_at)`.execute(tx);
}
