import type { CallReply } from '@evenstock/contract/api/endpoint';
import {
  mostCodesShown,
  type listTallies as listEndpoint,
  type listTallyLines as linesEndpoint,
  type showTally as showEndpoint,
  type Tally,
  type TallyLine,
  type TallyRow,
} from '@evenstock/contract/stock/tallies';
import { currencyOfCountry, toMajor } from '@evenstock/contract/values/money';
import { pageOf } from '../../../api/page-request.ts';
import { notFound, type Call, type StoreScope } from '../../../api/routing.ts';
import type { Handle } from '../../../platform/database/database.ts';
import { findTally, readListed, readTallies, type ListedTally } from './tallies.queries.ts';
import { codesWaiting, variantsOfCodes } from './tally-entries.queries.ts';
import { readLines, totalsOf, type LineRecord } from './tally-lines.queries.ts';
import type { TallyRecord } from './tally.rules.ts';

type Store = Pick<StoreScope, 'id' | 'country'>;

/** A tally of a store. @throws Refusal 404 */
async function requireTally(db: Handle, storeId: number, id: number): Promise<TallyRecord> {
  const tally = await findTally(db, storeId, id);
  if (tally === null) throw notFound('tally');
  return tally;
}

const brief = (row: ListedTally) => ({
  id: row.id,
  kind: row.kind,
  state: row.state,
  reference: row.reference,
  note: row.note,
  created_at: row.created_at.toISOString(),
  created_by: row.created_by,
  closed_at: row.closed_at?.toISOString() ?? null,
  closed_by: row.closed_by,
});

const rowOf = (row: ListedTally): TallyRow => ({
  ...brief(row),
  scanned_at: row.scanned_at?.toISOString() ?? null,
});

/** Stock counts and receipts of a store. */
export async function listTallies({
  ctx,
  store,
  query,
}: Call<typeof listEndpoint>): Promise<CallReply<typeof listEndpoint>> {
  const page = pageOf(query);
  const filter = { storeId: store.id, kind: query.q?.kind_eq ?? null, state: query.q?.state_eq ?? null };
  const { rows, totalCount } = await readTallies(ctx.db, filter, page);
  return {
    tallies: rows.map(rowOf),
    total_count: totalCount,
    page: page.page,
    per_page: page.perPage,
  };
}

/** A tally with what was scanned in all, and the codes that wait. @throws Refusal 404 */
export async function describeTally(db: Handle, store: Store, id: number): Promise<Tally> {
  const { id: storeId } = store;
  const record = await requireTally(db, storeId, id);
  const listed = await readListed(db, id);
  const totals = await totalsOf(db, record, currencyOfCountry[store.country]);
  const waiting = await codesWaiting(db, id, mostCodesShown);
  const candidates = await variantsOfCodes(
    db,
    storeId,
    waiting.codes.map(({ code }) => code),
  );
  return {
    ...brief(listed),
    operation_id: record.operationId,
    revision: record.revision,
    ...totals,
    worth: totals.worth.map(({ currency, amount }) => ({ currency, amount: toMajor(amount, currency) })),
    codes_count: waiting.count,
    codes: waiting.codes.map(({ code, units }) => ({
      code,
      units,
      candidates: [...(candidates.get(code) ?? [])],
    })),
  };
}

/** A stock count or a receipt. @throws Refusal 404 */
export async function showTally({
  ctx,
  store,
  params,
}: Call<typeof showEndpoint>): Promise<CallReply<typeof showEndpoint>> {
  return { tally: await describeTally(ctx.db, store, params.tallyId) };
}

/** The SKUs of a stock count or a receipt. @throws Refusal 404 */
export async function listTallyLines({
  ctx,
  store,
  params,
  query,
}: Call<typeof linesEndpoint>): Promise<CallReply<typeof linesEndpoint>> {
  const tally = await requireTally(ctx.db, store.id, params.tallyId);
  const page = pageOf(query);
  const { lines, totalCount } = await readLines(
    ctx.db,
    { tally, currency: currencyOfCountry[store.country] },
    query.q?.shown_eq ?? 'all',
    page,
  );
  return {
    lines: lines.map((line) => lineOf(line, tally)),
    total_count: totalCount,
    page: page.page,
    per_page: page.perPage,
  };
}

function lineOf(line: LineRecord, { kind, state }: TallyRecord): TallyLine {
  const { variant, units, at, expected, now, is_changed: isChanged, price, currency } = line;
  const added = kind === 'receipt' ? units : units === null ? null : units - expected;
  const isApplied = state === 'applied';
  return {
    variant,
    units,
    scanned_at: at?.toISOString() ?? null,
    expected,
    now,
    then: isApplied || isChanged || added === null ? now : now + added,
    is_changed: isChanged,
    price: price === null || currency === null ? null : { currency, amount: toMajor(price, currency) },
  };
}
