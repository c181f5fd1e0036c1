import { mostCounted } from '@evenstock/contract/fields';
import { sql, type RawBuilder } from 'kysely';
import { isShortText, partPattern } from '../../platform/search-text.ts';
import {
  isDue,
  lineHolds,
  lineMatches,
  namedCondition,
  numberHolds,
  plainConditions,
  productHolds,
  productMatches,
  windowCondition,
  type OrderFilter,
} from './order-conditions.queries.ts';

/**
 * Number of orders before the page that are checked one by one, if a search finds more than are counted, before all matches are
 * sorted.
 */
export const NEAREST = 2_000;

/** The first orders of a list, without the condition of its search. */
export function firstOf(
  filter: OrderFilter,
  order: RawBuilder<unknown>,
  most: number,
  also: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
    select o.id, o.source_created_at, o.ship_by, ${isDue} as is_due, o.reference_number from orders o
    where ${plainConditions({ ...filter, product: null })} and ${also} and ${windowCondition(filter.window)}
    order by ${order} limit ${most}`;
}

/**
 * The first orders of a list that match its search. Each is checked separately, so that few rows are read where many match. An exact
 * reference number is found in the filter's days only.
 */
export function nearest(
  filter: OrderFilter,
  order: RawBuilder<unknown>,
  most: number,
  also: RawBuilder<unknown> = sql`true`,
): RawBuilder<unknown> {
  const { storeId, search, product } = filter;
  const lines = (condition: RawBuilder<unknown>) => sql`
    (select from order_items i where i.order_id = o.id and i.store_id = ${storeId} and ${condition} limit 1)`;
  const hits: RawBuilder<unknown>[] = [];
  if (search !== null) {
    hits.push(
      sql`(select where o.reference_number ilike ${partPattern(search.text)})`,
      lines(lineMatches(search.text)),
      ...(search.words.length === 0 ? [] : [sql`(select where ${namedCondition(storeId, search.words)})`]),
    );
  }
  const hit =
    hits.length === 0 ? sql`` : sql`cross join lateral (${sql.join(hits, sql` union all `)} limit 1) hit`;
  const sold = product === null ? sql`` : sql`cross join lateral ${lines(productMatches(product))} sold`;
  return sql`
    select o.id, o.source_created_at, o.ship_by, o.is_due from (${firstOf(filter, order, most, also)}) o ${hit} ${sold}`;
}

/** Maximum number of matches that each way to match looks up; with more matches the list may be scanned instead. */
const FEW = 5_000;
/**
 * Maximum number of orders that are checked one by one to count matches: all of a list that is not longer, or those of a longer list
 * in which many match.
 */
const MOST_WALKED = 40_000;
/** If at least MANY of the first SAMPLE orders of a list match, many of all orders are assumed to match. */
const SAMPLE = 200;
const MANY = 40;

/** Looks up orders of a search by their ids, as `n`: one at a time, by the primary key. */
function lookedUp(
  filter: OrderFilter,
  ids: RawBuilder<unknown>,
  isFirst: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
    select o.* from ${ids} n
    cross join lateral (
      select ${columns} from orders o where o.id = n.id and ${conditionsOf(filter)} and ${windowCondition(filter.window)} offset 0) o
    cross join lateral (select where ${isFirst} offset 0) first`;
}

const columns = sql`o.id, o.source_created_at, o.ship_by, ${isDue} as is_due`;

/** The conditions of a filter without the way to match. */
const conditionsOf = (filter: OrderFilter): RawBuilder<unknown> =>
  plainConditions(filter.search === null ? { ...filter, product: null } : filter);

/** An exact reference number is found whatever its age. */
const exactly = (filter: OrderFilter): readonly RawBuilder<unknown>[] =>
  filter.search === null
    ? []
    : [
        sql`select ${columns} from orders o where ${conditionsOf(filter)} and o.reference_number = ${filter.search.text}`,
      ];

function sampleOf(filter: OrderFilter, newest: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`sample as materialized (select o.id from (${nearest(filter, newest, SAMPLE)}) o)`;
}
const areMany = sql`(select count(*) from sample) >= ${MANY}`;

/** All matches of a search, as `found`, looked up by indexes where each way to match finds few; `areFew` is that condition. */
export function foundOfFew(
  filter: OrderFilter,
  newest: RawBuilder<unknown>,
): { readonly ctes: RawBuilder<unknown>; readonly areFew: RawBuilder<unknown> } {
  const ways = waysOf(filter);
  const name = (place: number) => sql.ref(`way_${String(place)}`);
  // Most texts of one or two characters are in many orders, so a sample decides whether indexes are used.
  const asksFirst = isShortText(filter.search?.text ?? filter.product ?? '');
  const isAsked = asksFirst ? sql`not (${areMany})` : sql`true`;
  const few = ways.map((_, place) => sql`(select count(*) from ${name(place)}) <= ${FEW}`);
  const areFew = sql.join(asksFirst ? [isAsked, ...few] : few, sql` and `);
  const each = ways.map(
    (_, place) => sql`select * from (${lookedUp(filter, name(place), sql`true`)}) o where ${areFew}`,
  );
  const ctes = [
    ...(asksFirst ? [sampleOf(filter, newest)] : []),
    ...ways.map(
      ({ ids }, place) =>
        sql`${name(place)} as materialized (select id from (${ids}) n where ${isAsked} limit ${FEW + 1})`,
    ),
    sql`found as materialized (${sql.join([...each, ...exactly(filter)], sql` union `)})`,
  ];
  return { ctes: sql.join(ctes), areFew };
}

/**
 * The matches of a search, as `found`, where a way to match finds many, up to one more than are counted. A list that is short, or in
 * which many match, is scanned; in other lists matches are looked up until there are enough.
 */
export function foundOfMany(filter: OrderFilter, newest: RawBuilder<unknown>): RawBuilder<unknown> {
  const ways = waysOf(filter);
  const most = mostCounted + 1;
  const more = (place: number) => sql.ref(`more_${String(place)}`);
  const isWalked = sql`(select is_whole from how)`;
  const place = sql`place as materialized (
    select (select count(*) from (
      select from orders o where ${plainConditions({ ...filter, product: null })} and ${windowCondition(filter.window)}
      limit ${MOST_WALKED + 1}) o) <= ${MOST_WALKED} as is_short)`;
  const walked = sql`walked as materialized (
    select o.* from (${nearest(filter, newest, MOST_WALKED)}) o
    where (select is_short from place) or ${areMany} limit ${most})`;
  const how = sql`how as materialized (
    select is_short or (select count(*) from walked) > ${mostCounted} as is_whole from place)`;
  // If one way finds more than are counted, the next ones are not run.
  const soFar = (place: number): RawBuilder<unknown> =>
    place === 0
      ? sql`not (${isWalked})`
      : sql`(select count(*) from ${more(place - 1)}) <= ${mostCounted} and ${soFar(place - 1)}`;
  const each = ways.map(
    ({ ids, isFirst }, place) => sql`${more(place)} as materialized (
      select * from (${lookedUp(filter, sql`(${ids} offset 0)`, isFirst)}) o where ${soFar(place)} limit ${most})`,
  );
  const found = [
    sql`select * from walked where ${isWalked}`,
    ...ways.map((_, place) => sql`select * from ${more(place)}`),
    ...exactly(filter),
  ];
  return sql.join([
    sampleOf(filter, newest),
    place,
    walked,
    how,
    ...each,
    sql`found as materialized (${sql.join(found, sql` union `)})`,
  ]);
}

/** One way to match: the ids of matching orders, once for each matching line. */
interface Way {
  readonly ids: RawBuilder<unknown>;
  /** Row `n` is the first of its order in `ids`. */
  readonly isFirst: RawBuilder<unknown>;
}

function waysOf({ storeId, search, product }: OrderFilter): readonly Way[] {
  const byLine = (found: RawBuilder<unknown>, holds: RawBuilder<unknown>): Way => ({
    ids: sql`select i.order_id as id, i.id as line from order_items i where i.store_id = ${storeId} and ${found}`,
    isFirst: sql`not exists (select from order_items i where i.order_id = n.id and i.id < n.line and ${holds})`,
  });
  if (search === null) {
    return product === null ? [] : [byLine(productHolds(product), productMatches(product))];
  }
  const isFirst = sql`true`;
  const [word, ...others] = search.words;
  const named =
    word === undefined
      ? []
      : [
          {
            ids: sql`
              select o.order_id as id from order_buyer_words o
              where o.store_id = ${storeId} and o.fingerprint = ${word} ${sql.join(
                others.map(
                  (other) => sql`and exists (
                    select from order_buyer_words w
                    where w.store_id = ${storeId} and w.fingerprint = ${other} and w.order_id = o.order_id)`,
                ),
                sql` `,
              )}`,
            isFirst,
          },
        ];
  return [
    {
      ids: sql`select o.id from orders o where o.store_id = ${storeId} and ${numberHolds(search.text)}`,
      isFirst,
    },
    byLine(lineHolds(search.text), lineMatches(search.text)),
    ...named,
  ];
}
