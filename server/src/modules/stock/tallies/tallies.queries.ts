import { sql } from 'kysely';
import type { TallyKind, TallyState } from '@evenstock/contract/stock/tallies';
import type { Handle, Tx } from '../../../platform/database/database.ts';
import type { TallyRecord } from './tally.rules.ts';

const recordColumns = sql`t.id, t.store_id as "storeId", t.kind, t.state, t.request_key as "key", t.reference, t.note, t.revision,
  t.created_at as "createdAt", t.closed_at as "closedAt", t.operation_id as "operationId"`;

/** A tally of a store; null: it has none of this id. */
export async function findTally(db: Handle, storeId: number, id: number): Promise<TallyRecord | null> {
  const { rows } = await sql<TallyRecord>`
    select ${recordColumns} from stock_tallies t where t.id = ${id} and t.store_id = ${storeId}`.execute(db);
  return rows[0] ?? null;
}

/** Locks a tally against scans, and against being applied or discarded. */
export async function lockTally(tx: Tx, storeId: number, id: number): Promise<TallyRecord | null> {
  const { rows } = await sql<TallyRecord>`
    select ${recordColumns} from stock_tallies t where t.id = ${id} and t.store_id = ${storeId} for no key update`.execute(
    tx,
  );
  return rows[0] ?? null;
}

export interface NewTally {
  readonly storeId: number;
  readonly userId: number;
  readonly kind: TallyKind;
  readonly key: string;
  readonly reference: string | null;
  readonly note: string | null;
}

/** Inserts a tally. @returns null where this press of the button has started one before */
export async function insertTally(tx: Tx, tally: NewTally, at: Date): Promise<number | null> {
  const row = await tx
    .insertInto('stock_tallies')
    .values({
      store_id: tally.storeId,
      user_id: tally.userId,
      kind: tally.kind,
      request_key: tally.key,
      reference: tally.reference,
      note: tally.note,
      created_at: at,
    })
    .onConflict((conflict) => conflict.columns(['store_id', 'request_key']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** The tally that a press of the button has started. */
export async function tallyOfKey(tx: Tx, storeId: number, key: string): Promise<number> {
  const { id } = await tx
    .selectFrom('stock_tallies')
    .select('id')
    .where('store_id', '=', storeId)
    .where('request_key', '=', key)
    .executeTakeFirstOrThrow();
  return id;
}

/** Records the SKUs that a count was started with; those that are not of the store are left out. */
export async function insertChosen(
  tx: Tx,
  { storeId, tallyId }: { readonly storeId: number; readonly tallyId: number },
  variantIds: readonly number[],
): Promise<void> {
  if (variantIds.length === 0) return;
  await sql`
    insert into stock_tally_skus (tally_id, variant_id, store_id)
    select distinct ${tallyId}::bigint, coalesce(v.merged_into_id, v.id), v.store_id from variants v
    where v.store_id = ${storeId} and v.id = any(${variantIds}::bigint[])`.execute(tx);
}

/** The names of the sets among SKUs, at most ten. */
export async function namesOfSets(
  tx: Tx,
  storeId: number,
  variantIds: readonly number[],
): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select coalesce(nullif(v.sku, ''), v.full_product_name) as name from variants a
    join variants v on v.id = coalesce(a.merged_into_id, a.id)
    where a.store_id = ${storeId} and a.id = any(${variantIds}::bigint[]) and v.is_set
    order by name limit 10`.execute(tx);
  return rows.map(({ name }) => name);
}

export async function countRevision(tx: Tx, tallyId: number): Promise<void> {
  await sql`update stock_tallies set revision = revision + 1 where id = ${tallyId}`.execute(tx);
}

export async function closeTally(
  tx: Tx,
  tallyId: number,
  closing: {
    readonly state: Exclude<TallyState, 'open'>;
    readonly userId: number;
    readonly operationId: number | null;
    readonly at: Date;
  },
): Promise<void> {
  await tx
    .updateTable('stock_tallies')
    .set({
      state: closing.state,
      closed_by: closing.userId,
      closed_at: closing.at,
      operation_id: closing.operationId,
    })
    .where('id', '=', tallyId)
    .execute();
}

/** A tally as lists name it. */
export interface ListedTally {
  readonly id: number;
  readonly kind: TallyKind;
  readonly state: TallyState;
  readonly reference: string | null;
  readonly note: string | null;
  readonly created_at: Date;
  readonly created_by: { readonly id: number; readonly email: string } | null;
  readonly closed_at: Date | null;
  readonly closed_by: { readonly id: number; readonly email: string } | null;
  readonly scanned_at: Date | null;
}

const listedColumns = sql`t.id, t.kind, t.state, t.reference, t.note, t.created_at, t.closed_at,
  case when u.id is not null then json_build_object('id', u.id, 'email', u.email) end as created_by,
  case when c.id is not null then json_build_object('id', c.id, 'email', c.email) end as closed_by,
  (select max(e.created_at) from stock_tally_entries e where e.tally_id = t.id) as scanned_at`;

/** Tallies of a store, open ones first, then the newest. */
export async function readTallies(
  db: Handle,
  filter: { readonly storeId: number; readonly kind: TallyKind | null; readonly state: TallyState | null },
  page: { readonly offset: number; readonly perPage: number },
): Promise<{ readonly rows: readonly ListedTally[]; readonly totalCount: number }> {
  const found = sql`from stock_tallies t where t.store_id = ${filter.storeId}
    and (${filter.kind}::text is null or t.kind = ${filter.kind}) and (${filter.state}::text is null or t.state = ${filter.state})`;
  const { rows } = await sql<ListedTally>`
    select ${listedColumns}
    from (select t.* ${found} order by t.state <> 'open', t.id desc limit ${page.perPage} offset ${page.offset}) t
    left join users u on u.id = t.user_id left join users c on c.id = t.closed_by
    order by t.state <> 'open', t.id desc`.execute(db);
  const { rows: counted } = await sql<{ count: number }>`select count(*)::integer as count ${found}`.execute(
    db,
  );
  return { rows, totalCount: counted[0]?.count ?? 0 };
}

export async function readListed(db: Handle, tallyId: number): Promise<ListedTally> {
  const { rows } = await sql<ListedTally>`
    select ${listedColumns} from stock_tallies t
    left join users u on u.id = t.user_id left join users c on c.id = t.closed_by
    where t.id = ${tallyId}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error(`There is no tally ${String(tallyId)}.`);
  return row;
}
