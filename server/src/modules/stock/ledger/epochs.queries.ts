import { sql, type RawBuilder } from 'kysely';
import type { Handle, Tx } from '../../../platform/database/database.ts';
import type { ListingEvent } from '../protocol/epoch.rules.ts';
import type { Epoch, NewEpoch } from '../protocol/observe.rules.ts';
import { TOLERANCE_MS, type TimeSpan } from '../../../platform/time/time-spans.ts';

const tolerance = `${String(TOLERANCE_MS)} milliseconds`;

/** Units, the begin and end of the time in which they changed in milliseconds, and whether that may not have happened. */
type EventTuple = readonly [number, number, number, boolean];
/** A measure, the begin and end of its call, and the earliest moment that its answer may show. */
type ReadTuple = readonly [number, number, number, number?];

interface EpochRow {
  readonly id: number;
  readonly variant_listing_id: number;
  readonly value: number;
  readonly value_from: Date;
  readonly value_until: Date;
  readonly bookable: boolean;
  readonly is_closed: boolean;
  readonly unexplained: number;
  readonly sure: number;
  readonly booked: number;
  readonly booked_no: number;
  readonly joined: number;
  readonly joined_to: number | null;
  readonly book_after: Date | null;
  readonly reads: readonly ReadTuple[];
  readonly events: readonly EventTuple[] | null;
}

async function epochsWhere(tx: Handle, condition: RawBuilder<unknown>): Promise<Epoch[]> {
  const { rows } = await sql<EpochRow>`
    select e.id, e.variant_listing_id, e.value, e.value_from, e.value_until, e.bookable,
      e.closed_at is not null as is_closed, e.unexplained, e.sure, e.booked, e.booked_no, e.joined, e.joined_to, e.book_after, e.reads,
      (select jsonb_agg(jsonb_build_array(v.delta, round(extract(epoch from v.happened_from) * 1000),
          round(extract(epoch from v.happened_until) * 1000), v.is_possible) order by v.id)
       from listing_events v
       where v.variant_listing_id = e.variant_listing_id
         and v.happened_until >= e.value_from - ${tolerance}::interval
         and (e.closed_at is null or v.happened_from <= e.read_until + ${tolerance}::interval)) as events
    from listing_epochs e
    where ${condition}
    order by e.id`.execute(tx);
  return rows.map((row) => ({
    id: row.id,
    listingId: row.variant_listing_id,
    value: { measure: row.value, from: row.value_from, until: row.value_until },
    bookable: row.bookable,
    isClosed: row.is_closed,
    unexplained: row.unexplained,
    sure: row.sure,
    booked: row.booked,
    bookedNo: row.booked_no,
    joined: row.joined,
    joinedTo: row.joined_to,
    bookAfter: row.book_after,
    reads: row.reads.map(([measure, from, until, since = from]) => ({
      measure,
      from: new Date(from),
      until: new Date(until),
      since: new Date(since),
    })),
    events: (row.events ?? []).map(([delta, from, until, isPossible]) => ({
      delta,
      from: new Date(from),
      until: new Date(until),
      isPossible,
    })),
    before: [],
  }));
}

/** The open epochs of these listings, with the events since their start. */
export function openEpochs(tx: Tx, listingIds: readonly number[]): Promise<Epoch[]> {
  return epochsWhere(tx, sql`e.variant_listing_id = any(${listingIds}::bigint[]) and e.closed_at is null`);
}

/**
 * Epochs of these listings with a difference that is not in the ledger, or that may be an old answer, and what was known as the same
 * edit as one of them.
 */
export async function pendingEpochs(tx: Tx, listingIds: readonly number[]): Promise<Epoch[]> {
  const pending = await epochsWhere(
    tx,
    sql`e.variant_listing_id = any(${listingIds}::bigint[]) and e.bookable
      and (e.sure <> e.booked + e.joined or e.unexplained <> e.sure)`,
  );
  const ids = pending.map(({ id }) => id);
  const joinedTo = pending.flatMap((epoch) => epoch.joinedTo ?? []);
  if (ids.length === 0) return [];
  const others = await epochsWhere(
    tx,
    sql`(e.id = any(${joinedTo}::bigint[]) or e.joined_to = any(${[...ids, ...joinedTo]}::bigint[]))
      and e.variant_listing_id = any(${listingIds}::bigint[]) and not e.id = any(${ids}::bigint[])`,
  );
  return [...pending, ...others];
}

/** The epochs of a listing that were read since an instant on the channel's clock. */
export function epochsReadSince(db: Handle, listingId: number, since: Date): Promise<Epoch[]> {
  return epochsWhere(db, sql`e.variant_listing_id = ${listingId} and e.read_until >= ${since}`);
}

/** Epochs of these listings with a difference that the ledger does not hold. */
export function unbookedEpochs(db: Handle, listingIds: readonly number[]): Promise<Epoch[]> {
  return epochsWhere(
    db,
    sql`e.variant_listing_id = any(${listingIds}::bigint[]) and e.unexplained <> e.booked + e.joined`,
  );
}

/**
 * The epoch of these listings with the latest booking of this sign since an instant; null where there is none.
 * @param edit `shown`: only one of whose shop this number was booked; null: any
 */
export async function bookedSince(
  tx: Tx,
  variantId: number,
  listingIds: readonly number[],
  { since, sign, shown }: { readonly since: Date; readonly sign: number; readonly shown: number | null },
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select e.id
    from listing_epochs e
    join stock_movements m on m.variant_id = ${variantId} and m.cause = 'epoch:' || e.id || ':' || e.booked_no
    where e.variant_listing_id = any(${listingIds}::bigint[]) and sign(e.booked) = ${sign} and m.created_at > ${since}
      and (${shown}::integer is null
        or (e.unexplained = e.booked + e.joined and (e.reads -> -1 ->> 0)::integer = ${shown}))
    order by m.id desc limit 1`.execute(tx);
  return rows[0]?.id ?? null;
}

/** Epochs that are joined to the bookings of these epochs, or were. */
export function epochsJoinedTo(tx: Tx, epochIds: readonly number[]): Promise<Epoch[]> {
  return epochsWhere(tx, sql`e.joined_to = any(${epochIds}::bigint[])`);
}

/** These epochs, and those that are joined to them, or were. */
export async function epochsOfBookings(db: Handle, epochIds: readonly number[]): Promise<Epoch[]> {
  if (epochIds.length === 0) return [];
  return epochsWhere(db, sql`e.id = any(${epochIds}::bigint[]) or e.joined_to = any(${epochIds}::bigint[])`);
}

/** Epochs that these are joined to, or were. */
export async function epochsJoinedBy(tx: Tx, epochs: readonly Epoch[]): Promise<Epoch[]> {
  const ids = epochs.flatMap(({ joinedTo }) => joinedTo ?? []);
  return ids.length === 0 ? [] : epochsWhere(tx, sql`e.id = any(${ids}::bigint[])`);
}

/** Events of these listings that may lie after their last snapshot. */
export async function eventsSinceSnapshot(
  tx: Tx,
  listingIds: readonly number[],
): Promise<Map<number, ListingEvent[]>> {
  const { rows } = await sql<{ id: number; delta: number; from: Date; until: Date; isPossible: boolean }>`
    select e.variant_listing_id as id, e.delta, e.happened_from as "from", e.happened_until as "until", e.is_possible as "isPossible"
    from listing_stocks ls
    join listing_events e on e.variant_listing_id = ls.variant_listing_id
      and e.happened_until >= ls.snapshot_from - ${tolerance}::interval
    where ls.variant_listing_id = any(${listingIds}::bigint[])
    order by e.id`.execute(tx);
  const found = new Map<number, ListingEvent[]>();
  for (const { id, ...event } of rows) found.set(id, [...(found.get(id) ?? []), event]);
  return found;
}

/** A new event of a listing. */
export interface NewEvent extends ListingEvent {
  readonly listingId: number;
}

/**
 * Epochs with a read whose meaning one of these events changes. The event lies before the read. It may also lie before the epoch, since
 * the read's answer may be old. An old answer shows at earliest the number of the last epoch before the oldest answer. Events since
 * that epoch began changed this number.
 */
export function epochsTouchedBy(
  tx: Tx,
  events: readonly (TimeSpan & { readonly listingId: number })[],
): Promise<Epoch[]> {
  const wanted = JSON.stringify(
    events.map(({ listingId, from, until }) => ({
      listing_id: listingId,
      happened_from: from,
      happened_until: until,
    })),
  );
  return epochsWhere(
    tx,
    sql`e.id in (
      select c.id
      from jsonb_to_recordset(${wanted}::jsonb) as w(listing_id bigint, happened_from timestamptz, happened_until timestamptz)
      join listing_epochs c on c.variant_listing_id = w.listing_id and c.read_until >= w.happened_from - ${tolerance}::interval,
      lateral (select least(c.value_from, to_timestamp(min((r ->> 3)::float8) / 1000)) as since
        from jsonb_array_elements(c.reads) r) answers
      where w.happened_until + ${tolerance}::interval >= coalesce(
        (select max(p.value_from) from listing_epochs p
         where p.variant_listing_id = c.variant_listing_id and p.id < c.id and p.value_until < answers.since),
        answers.since))`,
  );
}

export interface EpochChanges {
  readonly changed: readonly Epoch[];
  /** Listings whose open epoch ends. */
  readonly closed: readonly number[];
  readonly opened: readonly NewEpoch[];
}

/** Writes changed epochs, closes open ones and opens new ones. */
export async function saveEpochs(tx: Tx, { changed, closed, opened }: EpochChanges, at: Date): Promise<void> {
  const parts: RawBuilder<unknown>[] = [];
  if (changed.length > 0) parts.push(writeChanged(changed));
  const others = new Set(changed.map((epoch) => epoch.id));
  if (closed.length > 0) {
    parts.push(sql`ended as (
      update listing_epochs set closed_at = ${at}
      where variant_listing_id = any(${closed}::bigint[]) and closed_at is null and not id = any(${[...others]}::bigint[])
      returning 1)`);
  }
  if (opened.length > 0) parts.push(writeOpened(opened, at));
  if (parts.length === 0) return;
  await sql`with ${sql.join(parts)} select 1`.execute(tx);
  const endedHere = changed.filter((epoch) => closed.includes(epoch.listingId)).map((epoch) => epoch.id);
  if (endedHere.length === 0) return;
  await sql`update listing_epochs set closed_at = ${at} where id = any(${endedHere}::bigint[]) and closed_at is null`.execute(
    tx,
  );
}

/** Reads as `listing_epochs.reads` keeps them. */
export function readTuples(reads: Epoch['reads']): readonly Required<ReadTuple>[] {
  return reads.map(({ measure, from, until, since }) => [
    measure,
    from.getTime(),
    until.getTime(),
    since.getTime(),
  ]);
}

function writeChanged(epochs: readonly Epoch[]): RawBuilder<unknown> {
  const rows = epochs.map((epoch) => ({
    id: epoch.id,
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
  return sql`changed as (
    update listing_epochs e set unexplained = c.unexplained, sure = c.sure, booked = c.booked, booked_no = c.booked_no, joined = c.joined,
      joined_to = c.joined_to, book_after = c.book_after, reads = c.reads, read_until = c.read_until
    from jsonb_populate_recordset(null::listing_epochs, ${JSON.stringify(rows)}::jsonb) c
    where e.id = c.id returning 1)`;
}

function writeOpened(epochs: readonly NewEpoch[], at: Date): RawBuilder<unknown> {
  const rows = epochs.map(({ listingId, storeId, value, bookable }) => ({
    store_id: storeId,
    variant_listing_id: listingId,
    value: value.measure,
    value_from: value.from,
    value_until: value.until,
    bookable,
    opened_at: at,
  }));
  return sql`opened as (
    insert into listing_epochs (store_id, variant_listing_id, value, value_from, value_until, bookable, opened_at)
    select store_id, variant_listing_id, value, value_from, value_until, bookable, opened_at
    from jsonb_populate_recordset(null::listing_epochs, ${JSON.stringify(rows)}::jsonb)
    returning 1)`;
}

/** An order line's effect on the number that its own shop shows. */
export interface WrittenEvent extends ListingEvent {
  readonly storeId: number;
  readonly listingId: number;
  readonly orderItemId: number;
  readonly kind: 'placed' | 'restored';
  readonly seq: number;
}

/** Records order events of listings. */
export async function insertEvents(tx: Tx, events: readonly WrittenEvent[]): Promise<void> {
  const rows = events.map((event) => ({
    store_id: event.storeId,
    variant_listing_id: event.listingId,
    order_item_id: event.orderItemId,
    kind: event.kind,
    seq: event.seq,
    delta: event.delta,
    happened_from: event.from,
    happened_until: event.until,
    is_possible: event.isPossible === true,
  }));
  await sql`
    insert into listing_events (store_id, variant_listing_id, order_item_id, kind, seq, delta, happened_from, happened_until,
      is_possible)
    select store_id, variant_listing_id, order_item_id, kind, seq, delta, happened_from, happened_until, is_possible
    from jsonb_populate_recordset(null::listing_events, ${JSON.stringify(rows)}::jsonb)`.execute(tx);
}
