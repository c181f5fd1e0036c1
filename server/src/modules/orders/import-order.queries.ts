import type { ChannelKind } from '@evenstock/contract/channels';
import { sql, type Selectable } from 'kysely';
import type { Tx } from '../../platform/database.ts';
import type { Tables } from '../../tables.ts';

export interface RecordedOrder {
  readonly id: number;
  readonly source_updated_at: Date;
  readonly read_began_at: Date;
  readonly state_rank: number;
  readonly ready_to_collect_at: Date | null;
  readonly pickup_confirmed_at: Date | null;
  readonly moved_to_completed_at: Date | null;
  readonly state: string;
}

/** The order as recorded, its row locked; null: not known yet. */
export async function lockOrder(
  tx: Tx,
  marketplaceId: number,
  number: string,
): Promise<RecordedOrder | null> {
  const { rows } = await sql<RecordedOrder>`
    select id, source_updated_at, read_began_at, state_rank, ready_to_collect_at, pickup_confirmed_at,
      moved_to_completed_at, state
    from orders where marketplace_id = ${marketplaceId} and number = ${number} for update`.execute(tx);
  return rows[0] ?? null;
}

export interface MatchedListing {
  readonly item: string;
  readonly variant: string;
  readonly listingId: number;
  readonly variantId: number;
}

interface ImportContext {
  readonly channel: ChannelKind;
  /** The channel's number, with the marketplace's slug appended if another marketplace of the store has it. */
  readonly reference: string;
  readonly listings: readonly MatchedListing[];
  readonly ids: readonly number[];
}

/**
 * Reads the context of an import: the channel, the listings of the order's lines, and ids for rows that may be new.
 * @param keys item and variant of each line, as the channel names them
 * @param newIds how many ids to give out; the first is an order's, the rest are lines'
 */
export async function importContext(
  tx: Tx,
  marketplaceId: number,
  number: string,
  keys: readonly { readonly item: string; readonly variant: string }[],
  newIds: number,
): Promise<ImportContext> {
  const { rows } = await sql<ImportContext>`
    select m.channel,
      case when exists (
        select from orders o where o.store_id = m.store_id and o.reference_number = ${number} and o.marketplace_id <> m.id
      ) then ${number} || '-' || m.slug else ${number} end as reference,
      coalesce((
        select jsonb_agg(jsonb_build_object('item', l.channel_item_id, 'variant', l.channel_variant_id,
          'listingId', l.id, 'variantId', l.variant_id))
        from unnest(${keys.map((key) => key.item)}::text[], ${keys.map((key) => key.variant)}::text[]) k(item, variant)
        join variant_listings l on l.marketplace_id = m.id and l.channel_item_id = k.item and l.channel_variant_id = k.variant
        where l.deleted_at is null), '[]') as listings,
      array(
        select case n when 1 then nextval(pg_get_serial_sequence('orders', 'id'))
          else nextval(pg_get_serial_sequence('order_items', 'id')) end
        from generate_series(1, ${newIds}::integer) n order by n) as ids
    from marketplaces m where m.id = ${marketplaceId}`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error(`There is no marketplace ${String(marketplaceId)}.`);
  return { ...row, ids: row.ids.map(Number) };
}

export type OrderItemRow = Selectable<Tables['order_items']>;

/** The lines of an order as recorded; a SKU that was merged away is the one that it became. */
export async function linesOf(tx: Tx, orderId: number): Promise<OrderItemRow[]> {
  const { rows } = await sql<OrderItemRow & { became: number | null }>`
    select i.*, v.merged_into_id as became
    from order_items i left join variants v on v.id = i.variant_id
    where i.order_id = ${orderId} order by i.position`.execute(tx);
  return rows.map(({ became, ...row }) => ({ ...row, variant_id: became ?? row.variant_id }));
}

/** Writes the order and its lines in one statement, new or known. Buyers' data comes sealed. */
export async function writeOrder(
  tx: Tx,
  order: Readonly<Record<string, unknown>>,
  lines: readonly Readonly<Record<string, unknown>>[],
  isNew: boolean,
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
  const head = isNew
    ? writeHead
    : sql`${writeHead} on conflict (id) do update set ${sets(orderColumns, keptOfOrder)}`;
  if (lines.length === 0) {
    await head.execute(tx);
    return;
  }
  await sql`
    with head as (${head} returning 1)
    insert into order_items (${names(lineColumns)})
    select ${names(lineColumns)} from jsonb_populate_recordset(null::order_items, ${JSON.stringify(lines)}::jsonb)
    on conflict (id) do update set ${sets(lineColumns, ['id'])}`.execute(tx);
}
