import type { ChannelKind } from '@evenstock/contract/channels/channels';
import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import type { Tables } from '../../../tables.ts';
import type { LinePart } from '../../stock/changes/order-effects.ts';
import type { Lacking } from './lacking-lines.rules.ts';
import type { KnownCancellation } from './line-cancellations.rules.ts';
import type { Keeper } from './order-lines.rules.ts';
import type { OrderTexts } from './order-texts.rules.ts';
import { returnedUnits, returnStanding } from '../order/order-returns.queries.ts';
import type { ReturnStanding } from '../order/order-state.rules.ts';

export interface RecordedOrder {
  readonly id: number;
  readonly reference_number: string;
  readonly imported_at: Date;
  readonly source_updated_at: Date;
  readonly read_began_at: Date;
  readonly state_rank: number;
  readonly ready_to_collect_at: Date | null;
  readonly pickup_confirmed_at: Date | null;
  readonly moved_to_completed_at: Date | null;
  readonly shipped_at: Date | null;
  readonly state: string;
  readonly state_reason: string | null;
  readonly ship_by: Date | null;
  readonly paid_at: Date | null;
  /** `content_key` as PostgreSQL writes bytes; null: recorded before there was one. */
  readonly content_key: string | null;
  readonly buyer_due_at: Date | null;
  /** When the buyer's data were deleted; null: they were not. */
  readonly buyer_deleted_at: Date | null;
  /** Fingerprints of the words of its buyer's name. */
  readonly buyer_words: readonly Buffer[];
  readonly marketplace_state: string;
  readonly marketplace_raw_state: string;
}

/** The order as recorded, its row locked; null: not known yet. */
export async function lockOrder(
  tx: Tx,
  marketplaceId: number,
  channelId: string,
): Promise<RecordedOrder | null> {
  const { rows } = await sql<RecordedOrder>`
    select id, reference_number, imported_at, source_updated_at, read_began_at, state_rank, ready_to_collect_at, pickup_confirmed_at,
      moved_to_completed_at, shipped_at, state, state_reason, ship_by, paid_at, content_key::text as content_key, buyer_due_at, buyer_deleted_at,
      marketplace_state, marketplace_raw_state,
      array(select w.fingerprint from order_buyer_words w where w.order_id = orders.id) as buyer_words
    from orders where marketplace_id = ${marketplaceId} and channel_order_id = ${channelId} for update`.execute(
    tx,
  );
  return rows[0] ?? null;
}

/** The listing that a line sells, and the SKU that it belongs to. */
export interface MatchedListing {
  readonly listingId: number;
  readonly variantId: number;
}

interface ListingOfIds extends MatchedListing {
  readonly item: string;
  readonly variant: string;
}

/**
 * A reference that no order of the store has: the number, with the slug of marketplace `m` appended if another marketplace has it, and
 * with -2, -3 and so on if another order of the same shop has.
 */
function freeReference(number: string): RawBuilder<string> {
  return sql`(
    select case when n = 1 then base else base || '-' || n end
    from (select case when exists (
        select from orders o where o.store_id = m.store_id and o.number = ${number} and o.marketplace_id <> m.id
      ) then ${number} || '-' || m.slug else ${number}::text end as base) b
    cross join generate_series(1, 1000) n
    where not exists (
      select from orders o where o.store_id = m.store_id and o.reference_number = case when n = 1 then base else base || '-' || n end)
    order by n limit 1)`;
}

interface ImportContext {
  readonly channel: ChannelKind;
  /** The channel's number, with the marketplace's slug or a count appended where another order has it. */
  readonly reference: string;
  /** The order was placed after its marketplace was connected. */
  readonly isSinceConnected: boolean;
  readonly listings: readonly ListingOfIds[];
  readonly returns: ReturnStanding;
  /** Whether a return that was read before its order waits for it. */
  readonly isAwaited: boolean;
  readonly ids: readonly number[];
}

/**
 * Reads the inputs of an import: the channel, the listings of the order's lines, the status of its returns, and ids for rows that may
 * be new.
 * @param orderId null for a new order
 * @param keys item and variant of each line, as the channel names them
 * @param newIds how many ids to give out; the first is an order's, the rest are lines'
 */
export async function importContext(
  tx: Tx,
  marketplaceId: number,
  {
    id: orderId,
    number,
    channelId,
    createdAt,
  }: {
    readonly id: number | null;
    readonly number: string;
    readonly channelId: string;
    readonly createdAt: Date;
  },
  keys: readonly { readonly item: string; readonly variant: string }[],
  newIds: number,
): Promise<ImportContext> {
  const { rows } = await sql<ImportContext>`
    select m.channel,
      m.created_at <= ${createdAt} as "isSinceConnected",
      ${orderId === null ? freeReference(number) : sql`''`} as reference,
      coalesce((
        select jsonb_agg(jsonb_build_object('item', l.channel_item_id, 'variant', l.channel_variant_id,
          'listingId', l.id, 'variantId', l.variant_id))
        from unnest(${keys.map((key) => key.item)}::text[], ${keys.map((key) => key.variant)}::text[]) k(item, variant)
        join variant_listings l on l.marketplace_id = m.id and l.channel_item_id = k.item and l.channel_variant_id = k.variant
        where l.deleted_at is null), '[]') as listings,
      ${returnStanding(sql`${orderId}::bigint`)} as returns,
      ${orderId}::bigint is null and exists (
        select from order_returns r
        where r.marketplace_id = m.id and r.order_id is null
          and (r.order_channel_id = ${channelId} or (r.order_channel_id is null and r.order_number = ${number}))) as "isAwaited",
      array(
        select case n when 1 then nextval(pg_get_serial_sequence('orders', 'id'))
          else nextval(pg_get_serial_sequence('order_items', 'id')) end
        from generate_series(1, ${newIds}::integer) n order by n) as ids
    from marketplaces m where m.id = ${marketplaceId}`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error(`There is no marketplace ${String(marketplaceId)}.`);
  return { ...row, ids: row.ids.map(Number) };
}

type StoredItem = Selectable<Tables['order_items']>;

/** A part that a line sold, and the SKU that its listing belongs to now. */
interface RecordedPart extends LinePart {
  readonly soldBy: number | null;
}

export interface OrderItemRow extends Omit<StoredItem, 'kept_by' | 'cancellations' | 'lacking' | 'unit_ids'> {
  readonly kept_by: Keeper;
  readonly cancellations: readonly KnownCancellation[];
  readonly lacking: Lacking | null;
  readonly unit_ids: readonly string[];
  /** The SKU that it was counted at, though another may have become of it: an undone merge brings it back. */
  readonly stored_variant_id: number | null;
  /** Units of returns that its marketplace accepted. */
  readonly accepted_units: number;
  /** The parts that it sold as a set; null: it sold no set. */
  readonly parts: readonly RecordedPart[] | null;
}

/** The parts of line `i`, each the SKU that it is now. */
const partsOfLine = sql`(
  select jsonb_agg(jsonb_build_object('partId', n.part_id, 'units', n.units, 'listingId', n.listing_id, 'soldBy', s.variant_id,
    'variantId', coalesce(w.merged_into_id, w.id))
    order by n.part_id)
  from (select (p ->> 0)::bigint as part_id, (p ->> 1)::integer as units, (p ->> 2)::bigint as listing_id from jsonb_array_elements(i.made_of) p) n
  join variants w on w.id = n.part_id left join variant_listings s on s.id = n.listing_id)`;

/** The lines of an order as recorded; a SKU that was merged away is the one that it became. */
export async function linesOf(tx: Tx, orderId: number): Promise<OrderItemRow[]> {
  const { rows } = await sql<Omit<OrderItemRow, 'stored_variant_id'> & { became: number | null }>`
    select i.*, v.merged_into_id as became, ${returnedUnits} as accepted_units,
      ${partsOfLine} as parts
    from order_items i left join variants v on v.id = i.variant_id
    where i.order_id = ${orderId} order by i.position`.execute(tx);
  return rows.map(({ became, ...row }) => ({
    ...row,
    stored_variant_id: row.variant_id,
    variant_id: became ?? row.variant_id,
  }));
}

/** Records that an order was read again and has not changed. */
export async function touchOrder(
  tx: Tx,
  orderId: number,
  { updatedAt, readBegan }: { readonly updatedAt: Date; readonly readBegan: Date },
): Promise<void> {
  await sql`
    update orders set source_updated_at = ${updatedAt}, read_began_at = ${readBegan} where id = ${orderId}`.execute(
    tx,
  );
}

interface WrittenOrder {
  readonly order: Readonly<Record<string, unknown>>;
  readonly lines: readonly Readonly<Record<string, unknown>>[];
  readonly texts: OrderTexts;
  /** Fingerprints of words of the buyer's name that are not there yet. */
  readonly newWords: readonly Buffer[];
  /** The order as recorded before; null: a new one. */
  readonly recorded: RecordedOrder | null;
}

/**
 * Writes the order, its lines, its searched texts and the words of its buyer in one statement, new or known, and what its marketplace
 * changed about a known one. Buyers' data come sealed.
 */
export async function writeOrder(
  tx: Tx,
  { order, lines, texts, newWords, recorded }: WrittenOrder,
): Promise<void> {
  const orderColumns = Object.keys(order);
  const lineColumns = lines[0] === undefined ? [] : Object.keys(lines[0]);
  const names = (columns: readonly string[]) => sql.join(columns.map((name) => sql.ref(name)));
  const sets = (columns: readonly string[], kept: readonly string[]) =>
    sql.join(
      columns
        .filter((name) => !kept.includes(name))
        .map((name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`),
    );
  const writeHead = sql`
    insert into orders (${names(orderColumns)})
    select ${names(orderColumns)} from jsonb_populate_record(null::orders, ${JSON.stringify(order)}::jsonb)`;
  const keptOfOrder = ['id', 'reference_number', 'imported_at'];
  const head =
    recorded === null
      ? writeHead
      : sql`${writeHead} on conflict (id) do update set ${sets(orderColumns, keptOfOrder)}`;
  const change = recorded === null ? sql`` : sql`, change as (${recordChange(order, recorded)})`;
  const words = sql`
    insert into order_buyer_words (store_id, fingerprint, order_id)
    select h.store_id, w.fingerprint, h.id from head h, unnest(${newWords}::bytea[]) w(fingerprint)
    on conflict do nothing`;
  const withWords = newWords.length === 0 ? sql`` : sql`, words as (${words})`;
  const items = sql`
    insert into order_items (${names(lineColumns)})
    select ${names(lineColumns)} from jsonb_populate_recordset(null::order_items, ${JSON.stringify(lines)}::jsonb)
    on conflict (id) do update set ${sets(lineColumns, ['id'])}`;
  await sql`
    with head as (${head} returning id, store_id, source_created_at, reference_number),
    texts as (${writeTexts(texts)})${change}${withWords}
    ${lines.length === 0 ? sql`select from head` : items}`.execute(tx);
}

/** Writes the searched texts of order `head`; texts that are unchanged are not written again. */
function writeTexts({ tracking, products }: OrderTexts): RawBuilder<unknown> {
  return sql`
    insert into order_texts as known (order_id, store_id, source_created_at, numbers, products)
    select h.id, h.store_id, h.source_created_at, search_key(h.reference_number || e'\\n' || ${tracking}),
      search_key(${products})
    from head h
    on conflict (order_id) do update
    set source_created_at = excluded.source_created_at, numbers = excluded.numbers, products = excluded.products
    where (known.source_created_at, known.numbers, known.products)
      is distinct from (excluded.source_created_at, excluded.numbers, excluded.products)`;
}

/** Records how the state of a known order changed; an unchanged state adds no row. */
function recordChange(
  order: Readonly<Record<string, unknown>>,
  { state, marketplace_state: marketplaceState, marketplace_raw_state: rawState }: RecordedOrder,
): RawBuilder<unknown> {
  return sql`
    insert into order_changes (store_id, order_id, at, recorded_at,
      state_before, state, marketplace_state_before, marketplace_state, raw_state_before, raw_state)
    select o.store_id, o.id, o.source_updated_at, o.updated_at,
      ${state}, o.state, ${marketplaceState}, o.marketplace_state, ${rawState}, o.marketplace_raw_state
    from jsonb_populate_record(null::orders, ${JSON.stringify(order)}::jsonb) o
    where (o.state, o.marketplace_state, o.marketplace_raw_state) is distinct from (${state}, ${marketplaceState}, ${rawState})`;
}
