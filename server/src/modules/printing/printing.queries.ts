import type { ChannelKind } from '@evenstock/contract/channels/channels';
import { sql } from 'kysely';
import type { Handle, Tx } from '../../platform/database/database.ts';
import type { ReportedAmounts } from '../orders/order/reported-amounts.ts';

/** A part of a set, as the set is made up now. */
export interface PartToPrint {
  readonly name: string;
  readonly sku: string | null;
  /** Units of it in one set. */
  readonly units: number;
}

export interface ItemToPrint {
  readonly line_id: string;
  readonly name: string;
  readonly variant_name: string | null;
  readonly sku: string | null;
  /** The SKU that its listing is merged into. */
  readonly variant_sku: string | null;
  /** None where the SKU is no set. */
  readonly parts: readonly PartToPrint[];
  readonly ordered: number;
  readonly cancelled: number;
  /** In minor units. */
  readonly unit_price: number | null;
}

/** An order as it is printed; amounts are in minor units of its currency. */
export interface OrderToPrint extends Omit<ReportedAmounts, 'subtotal'> {
  readonly id: number;
  readonly reference_number: string;
  readonly number: string;
  readonly channel_order_id: string;
  readonly channel: ChannelKind;
  readonly marketplace_id: number;
  readonly marketplace_name: string;
  readonly is_verified: boolean;
  readonly marketplace_state: string;
  readonly source_created_at: Date;
  readonly currency: string;
  readonly total_amount: number;
  readonly buyer_sealed: Buffer | null;
  /** Nothing that shows its buyer is printed. */
  readonly buyer_deleted_at: Date | null;
  readonly print_label_at: Date | null;
  readonly print_invoice_at: Date | null;
  readonly print_pick_list_at: Date | null;
  readonly items: readonly ItemToPrint[];
}

/** What SKU `v` is made of, by the names of the parts. */
const partsOfSet = sql`(
  select coalesce(json_agg(json_build_object('name', w.full_product_name, 'sku', w.sku, 'units', c.units)
    order by w.full_product_name, w.id), '[]')
  from set_parts c join variants w on w.id = c.part_id where c.set_id = v.id)`;

/** The orders of a store with these ids, in the order of the ids. Ids that are none of the store's are left out. */
export async function findOrdersToPrint(
  db: Handle,
  storeId: number,
  ids: readonly number[],
): Promise<OrderToPrint[]> {
  const { rows } = await sql<OrderToPrint>`
    select o.id, o.reference_number, o.number, o.channel_order_id, o.channel, m.id as marketplace_id, m.name as marketplace_name,
      m.state = 'verified' as is_verified, o.marketplace_state, o.source_created_at, o.currency, o.shipping_fee, o.voucher, o.coin,
      o.credit_card_promotion, o.seller_discount, o.cart_discount, o.discount, o.tax, o.service_fee, o.insurance, o.gift_wrap, o.tip,
      o.total_amount, o.buyer_sealed, o.buyer_deleted_at,
      o.print_label_at, o.print_invoice_at, o.print_pick_list_at, coalesce(items.list, '[]') as items
    from unnest(${ids}::bigint[]) with ordinality as asked (id, place)
    join orders o on o.id = asked.id and o.store_id = ${storeId}
    join marketplaces m on m.id = o.marketplace_id
    left join lateral (
      select json_agg(json_build_object('line_id', i.channel_line_id, 'name', i.name, 'variant_name', i.variant_name, 'sku', i.sku, 'ordered', i.ordered,
        'cancelled', i.cancelled, 'unit_price', i.unit_price, 'variant_sku', v.sku, 'parts', ${partsOfSet}) order by i.position) as list
      from order_items i
      left join variant_listings l on l.id = i.variant_listing_id
      left join variants s on s.id = coalesce(i.variant_id, l.variant_id)
      left join variants v on v.id = coalesce(s.merged_into_id, s.id)
      where i.order_id = o.id
    ) items on true
    order by asked.place`.execute(db);
  return rows;
}

/** The id of an order of a store by its reference number, or by its number where only one order has it. */
export async function findOrderId(db: Handle, storeId: number, reference: string): Promise<number | null> {
  const { rows } = await sql<{ id: number | null }>`
    select coalesce(
      (select id from orders where store_id = ${storeId} and reference_number = ${reference}),
      (select min(id) from orders where store_id = ${storeId} and number = ${reference} having count(*) = 1)) as id`.execute(
    db,
  );
  return rows[0]?.id ?? null;
}

export interface Seller {
  readonly name: string;
  readonly company_name: string | null;
  readonly address: string | null;
  readonly time_zone: string;
}

/** Whom invoices of a store are from. */
export async function readSeller(db: Handle, storeId: number): Promise<Omit<Seller, 'time_zone'>> {
  return db
    .selectFrom('stores')
    .select(['name', 'company_name', 'address'])
    .where('id', '=', storeId)
    .executeTakeFirstOrThrow();
}

/** Records that a file will be there, before it is. */
export async function insertFile(
  db: Handle,
  file: {
    readonly key: string;
    readonly storeId: number;
    /** The orders whose buyers it shows. */
    readonly orderIds: readonly number[];
    readonly at: Date;
    readonly expiresAt: Date;
  },
): Promise<void> {
  const { key, storeId, orderIds, at, expiresAt } = file;
  await db
    .insertInto('print_files')
    .values({
      key,
      store_id: storeId,
      order_ids: JSON.stringify(orderIds),
      created_at: at,
      expires_at: expiresAt,
    })
    .execute();
}

/**
 * The files that show buyers of these orders. They expire at the given instant: one that is written
 * only now is removed then.
 */
export async function expireFilesOf(
  tx: Tx,
  { storeId, orderIds }: { readonly storeId: number; readonly orderIds: readonly number[] },
  expiresAt: Date,
): Promise<string[]> {
  await sql`delete from print_run_labels where order_id = any(${orderIds})`.execute(tx);
  const { rows } = await sql<{ key: string }>`
    update print_files set expires_at = least(expires_at, ${expiresAt})
    where store_id = ${storeId} and exists (
      select from jsonb_array_elements(order_ids) e where e::text::bigint = any(${orderIds}))
    returning key::text`.execute(tx);
  return rows.map(({ key }) => key);
}

/** Some keys of files that have expired. */
export async function expiredFiles(
  db: Handle,
  at: Date,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<string[]> {
  const due = db
    .selectFrom('print_files')
    .select('key')
    .where('expires_at', '<=', at)
    .orderBy('key')
    .limit(limit);
  const rows = await (after === null ? due : due.where('key', '>', after)).execute();
  return rows.map(({ key }) => key);
}

/** Deletes the rows of files, with the labels and documents that were in them. */
export async function deleteFiles(db: Handle, keys: readonly string[]): Promise<void> {
  await db.deleteFrom('print_files').where('key', 'in', keys).execute();
}

export interface KeptLabel {
  readonly order_id: number;
  readonly file_key: string;
  readonly media_type: string;
}

export async function insertLabels(
  tx: Tx,
  run: { readonly operationId: number; readonly storeId: number },
  labels: readonly KeptLabel[],
): Promise<void> {
  if (labels.length === 0) return;
  await tx
    .insertInto('print_run_labels')
    .values(labels.map((label) => ({ operation_id: run.operationId, store_id: run.storeId, ...label })))
    .execute();
}

/** The labels of a run, with those of the runs that it continues. */
export async function labelsOfRun(db: Handle, operationId: number): Promise<KeptLabel[]> {
  const { rows } = await sql<KeptLabel>`
    with recursive runs as (
      select id, continuation_of from operations where id = ${operationId}
      union all
      select o.id, o.continuation_of from runs r join operations o on o.id = r.continuation_of
    )
    select distinct on (l.order_id) l.order_id, l.file_key::text, l.media_type
    from runs r join print_run_labels l on l.operation_id = r.id
    order by l.order_id, l.operation_id desc`.execute(db);
  return rows;
}

/** Records a document of a run in place of the one before of its kind, which held fewer labels and expires. */
export async function putDocument(
  tx: Tx,
  run: { readonly operationId: number; readonly storeId: number },
  mediaType: string,
  fileKey: string,
): Promise<void> {
  await tx
    .insertInto('print_run_documents')
    .values({
      operation_id: run.operationId,
      store_id: run.storeId,
      media_type: mediaType,
      file_key: fileKey,
    })
    .onConflict((same) => same.columns(['operation_id', 'media_type']).doUpdateSet({ file_key: fileKey }))
    .execute();
}

export interface PrintRun {
  readonly params: unknown;
  readonly cursor: unknown;
  readonly finished_at: Date | null;
  /** What its labels were joined in, with the orders whose labels are there. */
  readonly documents: readonly {
    readonly media_type: string;
    readonly file_key: string;
    readonly order_ids: readonly number[];
  }[];
}

/** A run of labels of a store. */
export async function findPrintRun(
  db: Handle,
  storeId: number,
  operationId: number,
): Promise<PrintRun | null> {
  const run = await db
    .selectFrom('operations as o')
    .select([
      'o.params',
      'o.cursor',
      'o.finished_at',
      sql<PrintRun['documents']>`(
        select coalesce(json_agg(json_build_object('media_type', d.media_type, 'file_key', d.file_key, 'order_ids', f.order_ids)), '[]')
        from print_run_documents d join print_files f on f.key = d.file_key where d.operation_id = o.id)`.as(
        'documents',
      ),
    ])
    .where('o.id', '=', operationId)
    .where('o.store_id', '=', storeId)
    .where('o.kind', '=', 'order.print_labels')
    .executeTakeFirst();
  return run ?? null;
}
