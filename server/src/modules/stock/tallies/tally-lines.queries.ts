import type { ScannedVariant, TallyLinesShown } from '@evenstock/contract/stock/tallies';
import { sql, type RawBuilder } from 'kysely';
import type { Handle } from '../../../platform/database/database.ts';
import { changesOfVariant } from '../ledger/changes-since.queries.ts';
import { scannedVariant } from './tally-entries.queries.ts';
import { tallyCause, type TallyRecord } from './tally.rules.ts';

/**
 * The lines of a tally: a SKU that was scanned or chosen, with its units, null where it was not counted, and when it was scanned last.
 * Scans of a SKU that was merged away count for the one that it became. What was scanned before a total does not count.
 */
const linesOf = (tallyId: number): RawBuilder<unknown> => sql`
  entered as (
    select coalesce(v.merged_into_id, v.id) as variant_id, e.id, e.units, e.is_total, e.scanned_at
    from stock_tally_entries e join variants v on v.id = e.variant_id
    where e.tally_id = ${tallyId}
  ), kept as (
    select *, coalesce(sum(is_total::integer) over (partition by variant_id order by scanned_at desc, id desc
      rows between unbounded preceding and 1 preceding), 0) = 0 as counts
    from entered
  ), counted as (
    select variant_id, sum(units) as units, max(scanned_at) filter (where units is not null) as at
    from kept where counts group by variant_id
  ), chosen as (
    select distinct coalesce(v.merged_into_id, v.id) as variant_id
    from stock_tally_skus s join variants v on v.id = s.variant_id where s.tally_id = ${tallyId}
  ), lines as (
    select variant_id, c.units, c.at, k.variant_id is not null as is_chosen
    from counted c full join chosen k using (variant_id)
    where c.units is not null or k.variant_id is not null
  )`;

/** Whether another count that was applied counted the SKU of the line `l` later. */
const isCountedElsewhere = (tallyId: number): RawBuilder<unknown> => sql`exists (
  select from stock_tally_entries o join stock_tallies t on t.id = o.tally_id
  where o.variant_id = l.variant_id and o.scanned_at > l.at and o.tally_id <> ${tallyId}
    and t.kind = 'count' and t.state = 'applied')`;

/** The lines with what the ledger had when each was counted. @param currency whose prices come first */
const describedLines = ({ id, kind, key, state }: TallyRecord, currency: string): RawBuilder<unknown> => sql`
  described as (
    select l.variant_id, l.units, l.at, l.is_chosen, v.quantity as now, v.quantity - coalesce(s.units, 0) as expected,
      ${
        kind === 'count' && state === 'open'
          ? sql`coalesce(s.is_restated, false) or v.is_set or ${isCountedElsewhere(id)}`
          : sql`false`
      } as is_changed,
      r.price, r.currency
    from lines l join variants v on v.id = l.variant_id
    left join lateral ${changesOfVariant(sql`v.id`, sql`l.at`, sql`${`adjust:${tallyCause(key)}`}::text`)} s on l.at is not null
    left join lateral (
      select o.price, o.currency from variant_listings o
      where o.variant_id = v.id and o.deleted_at is null and o.state = 'live' and o.price is not null and o.currency is not null
      order by o.currency <> ${currency}, o.currency, o.price limit 1
    ) r on true
  )`;

export interface TallyTotals {
  readonly skus: number;
  readonly units: number;
  readonly uncounted: number;
  readonly different: number;
  readonly changed: number;
  /** Minor units, by currency. */
  readonly worth: readonly { readonly currency: string; readonly amount: number }[];
}

/** What a tally amounts to. */
export async function totalsOf(db: Handle, tally: TallyRecord, currency: string): Promise<TallyTotals> {
  const { rows } = await sql<TallyTotals>`
    with ${linesOf(tally.id)}, ${describedLines(tally, currency)}
    select count(units)::integer as skus, coalesce(sum(units), 0)::float8 as units,
      (count(*) filter (where units is null))::integer as uncounted,
      (count(*) filter (where units <> expected))::integer as different,
      (count(*) filter (where is_changed))::integer as changed,
      coalesce((select json_agg(json_build_object('currency', w.currency, 'amount', w.amount) order by w.currency <> ${currency}, w.currency) from (
        select currency, sum((units - expected) * price) as amount from described
        where units is not null and currency is not null group by currency) w), '[]') as worth
    from described`.execute(db);
  const [totals] = rows;
  if (totals === undefined) throw new Error('An aggregate without a row.');
  return totals;
}

export interface LineRecord {
  readonly variant: ScannedVariant;
  readonly units: number | null;
  readonly at: Date | null;
  readonly expected: number;
  readonly now: number;
  readonly is_changed: boolean;
  readonly price: number | null;
  readonly currency: string | null;
}

const shownLines: Readonly<Record<TallyLinesShown, RawBuilder<unknown>>> = {
  all: sql`true`,
  different: sql`d.units <> d.expected`,
  uncounted: sql`d.units is null`,
  changed: sql`d.is_changed`,
};
const lastFirst = sql`d.at desc nulls last, d.variant_id`;
const orders: Readonly<Record<TallyLinesShown, RawBuilder<unknown>>> = {
  all: lastFirst,
  different: sql`abs(d.units - d.expected) desc, d.variant_id`,
  uncounted: lastFirst,
  changed: lastFirst,
};

const lineColumns = sql`${scannedVariant} as variant, d.units::float8 as units, d.at, d.expected, d.now, d.is_changed, d.price, d.currency`;

/** A page of the lines of a tally. */
export async function readLines(
  db: Handle,
  { tally, currency }: { readonly tally: TallyRecord; readonly currency: string },
  shown: TallyLinesShown,
  page: { readonly offset: number; readonly perPage: number },
): Promise<{ readonly lines: readonly LineRecord[]; readonly totalCount: number }> {
  const { rows } = await sql<LineRecord & { total: number }>`
    with ${linesOf(tally.id)}, ${describedLines(tally, currency)}
    select ${lineColumns}, d.total from (
      select d.*, (count(*) over ())::integer as total from described d where ${shownLines[shown]}
      order by ${orders[shown]} limit ${page.perPage} offset ${page.offset}
    ) d join variants v on v.id = d.variant_id join products p on p.id = v.product_id
    order by ${orders[shown]}`.execute(db);
  const total = rows[0]?.total;
  if (total !== undefined || page.offset === 0) return { lines: rows, totalCount: total ?? 0 };
  const { rows: counted } = await sql<{ count: number }>`
    with ${linesOf(tally.id)}, ${describedLines(tally, currency)}
    select count(*)::integer as count from described d where ${shownLines[shown]}`.execute(db);
  return { lines: [], totalCount: counted[0]?.count ?? 0 };
}

/** A line as it is applied. */
export interface LineToApply {
  readonly variantId: number;
  readonly label: string;
  readonly units: number | null;
  readonly at: Date | null;
  readonly isCountedElsewhere: boolean;
}

/** The next lines after a SKU, by the ids of their SKUs. */
export async function linesToApply(
  db: Handle,
  tallyId: number,
  {
    after,
    limit,
    only,
  }: { readonly after: number; readonly limit: number; readonly only: readonly number[] | null },
): Promise<readonly LineToApply[]> {
  const { rows } = await sql<LineToApply>`
    with ${linesOf(tallyId)}
    select l.variant_id as "variantId", coalesce(nullif(v.sku, ''), v.full_product_name) as label, l.units::float8 as units, l.at,
      l.at is not null and ${isCountedElsewhere(tallyId)} as "isCountedElsewhere"
    from lines l join variants v on v.id = l.variant_id
    where l.variant_id > ${after} and (${only}::bigint[] is null or l.variant_id = any(${only}::bigint[]))
    order by l.variant_id limit ${limit}`.execute(db);
  return rows;
}

/** The units of SKUs in a tally. */
export async function unitsInTally(
  db: Handle,
  tallyId: number,
  variantIds: readonly number[],
): Promise<ReadonlyMap<number, number | null>> {
  const { rows } = await sql<{ variant_id: number; units: number | null }>`
    with ${linesOf(tallyId)}
    select variant_id, units::float8 as units from lines where variant_id = any(${variantIds}::bigint[])`.execute(
    db,
  );
  return new Map(rows.map(({ variant_id: id, units }) => [id, units]));
}
