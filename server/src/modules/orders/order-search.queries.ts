import { mostCounted } from '@evenstock/contract/fields';
import { sql, type RawBuilder } from 'kysely';
import type { Sort } from '../../api/page-request.ts';
import { isShortText } from '../../platform/search-text.ts';
import {
  hasProduct,
  isDue,
  namedCondition,
  plainConditions,
  textsFound,
  textsMatch,
  windowCondition,
  type OrderFilter,
} from './order-conditions.queries.ts';

export type Direction = Sort<never>['direction'];

export const byDate = (direction: Direction): RawBuilder<unknown> =>
  sql.raw(`o.source_created_at ${direction}, o.id ${direction}`);

/** Maximum number of orders of a list that are checked one by one, and of matches of a list that is not longer. */
const MOST_WALKED = 40_000;
const FEW = 5_000;
/** Maximum number of texts that are checked one by one, if many of them match. */
const MOST_TEXTS = 120_000;
/** A list of at most this number of texts is checked one by one for one or two characters. */
const FEW_TEXTS = 20_000;
/** If at least MANY of the first SAMPLE orders of a list match, many of all orders are assumed to match. */
const SAMPLE = 400;
const MANY = 45;

/** More matches are not counted. */
const most = mostCounted + 1;

/** The conditions of a filter without the way to match. */
const conditionsOf = (filter: OrderFilter): RawBuilder<unknown> =>
  plainConditions(filter.search === null ? { ...filter, product: null } : filter);

/** Whether order `o` has the product that is asked for beside a text. */
const isSold = ({ search, product }: OrderFilter): RawBuilder<unknown> =>
  search === null || product === null ? sql`true` : hasProduct(product);

/** The orders of a list, whatever their texts. `offset 0`: the list is read, whatever it is joined with. */
const listed = (filter: OrderFilter): RawBuilder<unknown> => sql`
  select o.id, o.source_created_at from orders o
  where ${plainConditions({ ...filter, product: null })} and ${windowCondition(filter.window)} offset 0`;

/** Whether every order of the filter's store and days belongs to the list, so that texts alone tell what matches. */
const isOfAll = ({ states, marketplaceId, noted, ids, search, product }: OrderFilter): boolean =>
  states === 'all' &&
  marketplaceId === null &&
  !noted &&
  ids === null &&
  (search === null || product === null);

/**
 * The first orders of a list that match its search. Each is checked separately, so that few rows are read where many match. An exact
 * reference number is found in the filter's days only.
 */
function nearest(
  filter: OrderFilter,
  order: RawBuilder<unknown>,
  reads: RawBuilder<unknown>,
  also: RawBuilder<unknown> = sql`true`,
): RawBuilder<unknown> {
  const { storeId, search } = filter;
  const hits = [sql`(select from order_texts s where s.order_id = o.id and ${textsMatch(filter)})`];
  if (search !== null && search.words.length > 0)
    hits.push(sql`(select where ${namedCondition(storeId, search.words)})`);
  return sql`
    select o.id, o.source_created_at, o.ship_by from (
      select o.id, o.source_created_at, o.ship_by from orders o
      where ${plainConditions({ ...filter, product: null })} and ${also} and ${windowCondition(filter.window)}
      order by ${order} ${reads}) o
    cross join lateral (${sql.join(hits, sql` union all `)} limit 1) hit where ${isSold(filter)}`;
}

/** Looks up orders of a search by their ids, as `n`: one at a time, by the primary key. */
function lookedUp(filter: OrderFilter, ids: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select o.* from (${ids} offset 0) n
    cross join lateral (
      select o.id, o.source_created_at from orders o
      where o.id = n.id and ${conditionsOf(filter)} and ${windowCondition(filter.window)} offset 0) o`;
}

/** The texts `s` of the filter's store and days. */
const textsOf = ({ storeId, window }: OrderFilter): RawBuilder<unknown> =>
  sql`s.store_id = ${storeId} and ${windowCondition(window, sql`s.source_created_at`)}`;

/** The orders of the filter's days whose texts match, by an index. */
const foundByTexts = (filter: OrderFilter): RawBuilder<unknown> => textsFound(filter, textsOf(filter));

/** The first orders by date whose texts match, in any state. */
function textsWalked(filter: OrderFilter, direction: Direction): RawBuilder<unknown> {
  const order = sql.raw(`s.source_created_at ${direction}, s.order_id ${direction}`);
  return sql`
    select s.order_id as id, s.source_created_at from (
      select s.* from order_texts s where ${textsOf(filter)} order by ${order} limit ${MOST_TEXTS}) s
    where ${textsMatch(filter)}`;
}

/** The orders whose buyer's name has all searched words, and whose texts do not match. */
function named(filter: OrderFilter): RawBuilder<unknown> | null {
  const { storeId, search } = filter;
  const [word, ...others] = search?.words ?? [];
  if (word === undefined) return null;
  const all = others.map(
    (other) => sql`and exists (
      select from order_buyer_words w
      where w.store_id = ${storeId} and w.fingerprint = ${other} and w.order_id = o.order_id)`,
  );
  const ids = sql`
    select o.order_id as id from order_buyer_words o
    where o.store_id = ${storeId} and o.fingerprint = ${word} ${sql.join(all, sql` `)}`;
  return sql`
    select o.* from (${lookedUp(filter, ids)}) o
    where not exists (select from order_texts s where s.order_id = o.id and ${textsMatch(filter)})`;
}

/** The order with exactly the searched reference number, if it is older or newer than the filter's days. */
function exactly(filter: OrderFilter): readonly RawBuilder<unknown>[] {
  const { search, window } = filter;
  if (search === null || window === null) return [];
  return [
    sql`
      select o.id, o.source_created_at from orders o
      where ${conditionsOf(filter)} and o.reference_number = ${search.text} and not (${windowCondition(window)})`,
  ];
}

/**
 * The matches of a search, as `found`. If many orders match, the list is walked by date until more than are counted are found:
 * `found` then has the first ones in that sequence. Otherwise `found` has all of them.
 */
export function found(filter: OrderFilter, direction: Direction): RawBuilder<unknown> {
  const sample = nearest(filter, byDate(direction), sql`limit ${SAMPLE}`);
  const byName = named(filter);
  const ways = [
    sql`select * from walked where ${isWalked}`,
    sql`select * from looked_up`,
    ...(byName === null ? [] : [sql`select * from (${byName}) o where not ${isWalked}`]),
    ...exactly(filter),
  ];
  return sql`
    sample as materialized (${sample}),
    ${isOfAll(filter) ? foundInAll(filter, direction) : foundInSome(filter, direction)},
    found as materialized (${sql.join(ways, sql` union all `)})`;
}

const isShortSearch = ({ search, product }: OrderFilter): boolean =>
  isShortText(search?.text ?? product ?? '');

const areMany = sql`(select count(*) from sample) >= ${MANY}`;
/** `found` has what was walked. */
const isWalked = sql`(select is_walked from how)`;
/** `found` has the first matches alone. */
const hasMost = sql`(select count(*) from walked) > ${mostCounted}`;

/**
 * The matches by text in a list of all orders, as `walked` and `looked_up`. Texts are walked if many of them match. A short list is
 * also walked for one or two characters, as the planner might compute the parts of each text. A walk of the whole list finds all matches.
 */
function foundInAll(filter: OrderFilter, direction: Direction): RawBuilder<unknown> {
  const texts = sql`(select texts from place)`;
  const isTried = isShortSearch(filter) ? sql`(${areMany} or ${texts} <= ${FEW_TEXTS})` : areMany;
  const isWhole = sql`(select is_whole from how)`;
  return sql`
    place as materialized (
      select count(*) as texts from (select from order_texts s where ${textsOf(filter)} limit ${MOST_TEXTS + 1}) s),
    walked as materialized (
      select * from (${textsWalked(filter, direction)}) o where ${isTried} limit ${most}),
    how as materialized (
      select ${hasMost} as is_walked, ${isTried} and not ${hasMost} and ${texts} <= ${MOST_TEXTS} as is_whole),
    looked_up as materialized (
      select * from walked where ${isWhole}
      union all select * from (${foundByTexts(filter)}) o where not ${isWalked} and not ${isWhole})`;
}

/**
 * The matches by text in a list of some orders, as `walked` and `looked_up`. A short list is walked itself, unless few texts match; in a
 * long one the texts are walked if many of them match.
 */
function foundInSome(filter: OrderFilter, direction: Direction): RawBuilder<unknown> {
  const isShort = sql`(select is_short from place)`;
  // Indexes take long to find the many orders that have one or two characters.
  const isShortPart = isShortSearch(filter);
  const areFew = isShortPart ? sql`false` : sql`(select count(*) from few) <= ${FEW}`;
  const isIndexed = isShortPart ? sql`false` : sql`${isShort} and not (${areMany})`;
  // More matches are joined with the list, which takes less than looking up each of them.
  const areRare = sql`(select count(*) from matched) <= ${mostCounted}`;
  const isListWalked = sql`(${isShort} and (${areMany} or not (${areFew})))`;
  const list = nearest(filter, byDate(direction), sql`limit ${MOST_WALKED}`);
  return sql`
    place as materialized (
      select (select count(*) from (
        select from orders o where ${plainConditions({ ...filter, product: null })} and ${windowCondition(filter.window)}
        limit ${MOST_WALKED + 1}) o) <= ${MOST_WALKED} as is_short),
    -- It is read as far as its reader needs, but planned for all matches: for the first ones the planner would read texts by date.
    indexed as materialized (select * from (${foundByTexts(filter)}) o where ${isIndexed}),
    few as materialized (select * from indexed limit ${FEW + 1}),
    walked as materialized (
      (select o.id, o.source_created_at from (${list}) o where ${isListWalked} limit ${most})
      union all
      (select * from (${lookedUp(filter, textsWalked(filter, direction))}) o
        where not ${isShort} and ${areMany} limit ${most})),
    how as materialized (select ${isListWalked} or ${hasMost} as is_walked),
    matched as materialized (
      select * from (${foundByTexts(filter)}) o where not ${isShort} and not ${isWalked}),
    looked_up as materialized (
      (select * from (${lookedUp(filter, sql`select * from few`)}) o where not ${isWalked})
      union all (select * from (${lookedUp(filter, sql`select * from matched`)}) o where ${areRare})
      union all (select o.* from (${listed(filter)}) o join matched m on m.id = o.id where not ${areRare} and ${isSold(filter)}))`;
}

/**
 * The ids of a page by deadline, as `page` with the places of its rows: matches that have to be shipped by one, then the others, newest
 * first.
 */
export function foundByDeadline(
  filter: OrderFilter,
  direction: Direction,
  { perPage, offset }: { readonly perPage: number; readonly offset: number },
): RawBuilder<unknown> {
  const until = offset + perPage;
  const deadline = sql.raw(`o.ship_by ${direction}, o.id ${direction}`);
  return sql`
    due as materialized (
      select o.id, row_number() over () as place from (
        (select o.id from (${nearest(filter, deadline, sql`offset 0`, isDue)}) o where ${hasMost} limit ${until})
        union all
        (select o.id from orders o
          where ${plainConditions({ ...filter, product: null })} and ${isDue} and ${windowCondition(filter.window)}
            and o.id in (select id from found) and not ${hasMost}
          order by ${deadline} limit ${until})) o
    ), rest as (
      select o.id, ${until} + row_number() over (order by ${byDate('desc')}) as place
      from found o where not exists (select from due d where d.id = o.id)
      order by ${byDate('desc')} limit ${until} - (select count(*) from due)
    ), page as (
      select id, place from due union all select id, place from rest order by place limit ${perPage} offset ${offset})`;
}
