import { mostCounted } from '@evenstock/contract/api/fields';
import { sql, type RawBuilder } from 'kysely';
import { isNumbered } from './order-numbers.queries.ts';
import type { Sort } from '../../../api/page-request.ts';
import type { DenseDays } from './dense-days.rules.ts';
import {
  hasDate,
  plainConditions,
  textsFound,
  textsMatch,
  windowCondition,
  type OtherDate,
  type OrderFilter,
} from './order-conditions.queries.ts';

export type Direction = Sort<never>['direction'];

export const byDate = (direction: Direction): RawBuilder<unknown> =>
  sql.raw(`o.source_created_at ${direction}, o.id ${direction}`);

/**
 * Sizes of the steps in which a list is read, until enough orders match. Orders of an array of ids are read in one pass of the
 * primary key, which takes a third of looking up each.
 */
const STEPS = [400, 9_700, 1_000, 13_900, 7_000, 8_000, 20_000, 20_000];
const stepsUntil = (place: number): number => STEPS.slice(0, place).reduce((sum, step) => sum + step, 0);
const MOST_READ = stepsUntil(STEPS.length);
/** If at least MANY orders of the first step match, enough of all steps are assumed to match. */
const MANY = 50;
/** If fewer orders of the first two steps match, too few of all steps are assumed to match. */
const STILL_MANY = 1_000;
/** A list of at most this number of orders is read whole, unless few orders have the text. */
const SHORT = 60_000;
/** In a longer list, days in which most orders have the text are read separately. */
const READ_WHOLE = 20_000;
/** If at least DENSE of the first PROBED matches belong to the list, each match is looked up; otherwise they are joined with the list. */
const PROBED = 1_000;
const DENSE = 250;
/** Enough matches are likely among these first steps: sorting the first of many takes half of sorting all. */
const LIKELY = 6;

/** More matches are not counted. */
const most = mostCounted + 1;

/** The orders of a list, whatever is searched in it. */
const listed = (filter: OrderFilter): RawBuilder<unknown> => sql`
  orders o where ${plainConditions({ ...filter, product: null })} and ${windowCondition(filter.window)}`;

/** Whether an order placed `at` belongs to some days. */
function isOfDays({ from, before }: DenseDays, at: RawBuilder<unknown>): RawBuilder<unknown> {
  const since = from === null ? sql`true` : sql`${at} >= ${from}`;
  return before === null ? since : sql`${since} and ${at} < ${before}`;
}

/** The days in which most orders have the text, unless a list begins with them: such a list is read from its first order on. */
function daysInside({ rare }: OrderFilter, direction: Direction): DenseDays | null {
  const days = rare?.denseDays ?? null;
  const end = direction === 'desc' ? days?.before : days?.from;
  return end === null ? null : days;
}

/** Whether every order of the filter's store and days belongs to the list, so that texts alone tell what matches. */
export const isOfAll = ({ states, marketplaceId, noted, ids }: OrderFilter): boolean =>
  states === 'all' && marketplaceId === null && !noted && ids === null;

/** Whether a list has more orders than READ_WHOLE, as a row of `is_long`. */
export const isLong = (filter: OrderFilter): RawBuilder<{ is_long: boolean }> =>
  sql`select exists (select from ${listed(filter)} offset ${READ_WHOLE}) as is_long`;

const isNameSearched = ({ search }: OrderFilter): boolean => search !== null && search.words.length > 0;

/** Whether order `s` matches: by its texts, or by its buyer, who is one of `named`. */
const isMatch = (filter: OrderFilter): RawBuilder<unknown> =>
  textsMatch(filter, isNameSearched(filter) ? sql`s.order_id in (select id from named)` : sql`false`);

/** The orders of the filter's store, in any state, whose buyer's name has all searched words. */
function named({ storeId, search }: OrderFilter): RawBuilder<unknown> {
  const [word, ...others] = search?.words ?? [];
  if (word === undefined) return sql`select 0::bigint as id where false`;
  const all = others.map(
    (other) => sql`and exists (
      select from order_buyer_words w
      where w.store_id = ${storeId} and w.fingerprint = ${other} and w.order_id = o.order_id)`,
  );
  return sql`
    select o.order_id as id from order_buyer_words o
    where o.store_id = ${storeId} and o.fingerprint = ${word} ${sql.join(all, sql` `)}`;
}

/** The texts `s` of the filter's store and days. */
const textsOf = ({ storeId, window }: OrderFilter): RawBuilder<unknown> =>
  sql`s.store_id = ${storeId} and ${windowCondition(window, sql`s.source_created_at`)}`;

/**
 * The orders of the filter's store and days that match, by indexes.
 * @param also a further condition of their texts `s`
 */
function matching(filter: OrderFilter, also: RawBuilder<unknown> = sql`true`): RawBuilder<unknown> {
  const texts = sql`${textsOf(filter)} and ${also}`;
  const byTexts = textsFound(filter, texts);
  const { search, product } = filter;
  if (!isNameSearched(filter)) return byTexts;
  return sql`
    ${byTexts} union all
    select s.order_id, s.source_created_at from named n join order_texts s on s.order_id = n.id
    where ${texts} and ${textsMatch({ search: null, product })} and not (${textsMatch({ search, product: null })})`;
}

/**
 * Reads a sequence of orders step by step.
 * @param read the orders of an array of ids, as rows of its own sequence
 * @param steps those that are read, of all
 */
function inSteps(
  read: (ids: RawBuilder<unknown>) => RawBuilder<unknown>,
  sequence: RawBuilder<unknown>,
  [first, end]: readonly [number, number] = [0, STEPS.length],
): RawBuilder<unknown> {
  const parts = STEPS.map((step, place) => {
    const offset = stepsUntil(place);
    return sql`(${read(sql`array(select id from ${sequence} offset ${offset} limit ${step})`)})`;
  });
  return sql.join(parts.slice(first, end), sql` union all `);
}

/** The orders of an array of ids that match, by date. */
const matchesOf =
  (filter: OrderFilter, direction: Direction) =>
  (ids: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`
    select s.order_id as id, s.source_created_at from order_texts s where s.order_id = any(${ids}) and ${isMatch(filter)}
    order by s.source_created_at ${sql.raw(direction)}, s.order_id ${sql.raw(direction)}`;

/** The orders of an array of ids that belong to the list, by date. */
const membersOf =
  (filter: OrderFilter, direction: Direction) =>
  (ids: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`
    select o.id, o.source_created_at from ${listed(filter)} and o.id = any(${ids}) order by ${byDate(direction)}`;

/** The order with exactly the searched reference number, if it is older or newer than the filter's days. */
function exactly(filter: OrderFilter): readonly RawBuilder<unknown>[] {
  const { search, window } = filter;
  if (search === null || window === null) return [];
  return [
    sql`
      select o.id, o.source_created_at from orders o
      where ${plainConditions(filter)} and ${isNumbered(search.text)} and not (${windowCondition(window)})`,
  ];
}

const isRead = sql`(select is_read from how)`;

/** Conditions for reading a list in its order: whether many of its orders match, still match after the first steps, and whether it is short. */
interface Reading {
  readonly areMany: RawBuilder<unknown>;
  readonly areStillMany: RawBuilder<unknown>;
  readonly isShort: RawBuilder<unknown>;
}

function readingOf(filter: OrderFilter, days: DenseDays | null): Reading {
  if (days !== null) return { areMany: sql`true`, areStillMany: sql`true`, isShort: sql`false` };
  const { isCommon = false, isRare = true } = filter.rare ?? {};
  return {
    areMany: isCommon ? sql`true` : sql`(select count(*) from sample) >= ${MANY}`,
    areStillMany: sql`(select count(*) from begun) >= ${STILL_MANY}`,
    isShort: isRare ? sql`false` : sql`not exists (select from ${listed(filter)} offset ${SHORT})`,
  };
}

/**
 * The matches of a search, as `found`. If more match than are counted, these are the first ones by date. The statement itself decides
 * how the list is read: docs/decisions/2026-11-26-searched-texts.md has a table of the ways.
 */
export function found(filter: OrderFilter, direction: Direction): RawBuilder<unknown> {
  const days = daysInside(filter, direction);
  const { areMany, areStillMany, isShort } = readingOf(filter, days);
  const isOfList = days === null ? sql`true` : isOfDays(days, sql`o.source_created_at`);
  const read = matchesOf(filter, direction);
  const hasMost = sql`(select count(*) from walked) = ${most}`;
  const isWhole = sql`(select count(*) from list) <= ${MOST_READ}`;
  const byIndexes = [
    sql`select * from (${matching(filter)}) o where not ${isRead}`,
    ...(days === null
      ? []
      : [
          sql`select * from (${matching(filter, sql`not (${isOfDays(days, sql`s.source_created_at`)})`)}) o where ${isRead}`,
        ]),
  ];
  const ways = [
    sql`select * from walked where ${isRead}`,
    isOfAll(filter) ? sql`select * from matched` : sql`select * from looked_up`,
    ...exactly(filter),
  ];
  return sql`
    named as materialized (${named(filter)}),
    list as materialized (
      select o.id from ${listed(filter)} and ${isOfList} order by ${byDate(direction)} limit ${MOST_READ + 1}),
    sample as materialized (${inSteps(read, sql`list`, [0, 1])}),
    start as materialized (select ${areMany} as are_many, ${isShort} as is_short),
    begun as materialized (
      select * from (select * from sample union all ${inSteps(read, sql`list`, [1, 2])}) o
      where (select are_many or is_short from start)),
    walk as materialized (select is_short or (are_many and ${areStillMany}) as is_continued, is_short from start),
    walked as materialized (
      select * from begun union all
      (select * from (${inSteps(read, sql`list`, [2, STEPS.length])}) o where (select is_continued from walk)) limit ${most}),
    how as materialized (select is_short or ${hasMost} or (is_continued and ${isWhole}) as is_read from walk),
    matched as materialized (${sql.join(byIndexes, sql` union all `)}),
    ${isOfAll(filter) ? sql`` : foundInList(filter, direction)}
    found as materialized (${sql.join(ways, sql` union all `)})`;
}

/** Those of the matches that belong to the list, as `looked_up`. */
function foundInList(filter: OrderFilter, direction: Direction): RawBuilder<unknown> {
  const members = membersOf(filter, direction);
  const isLookedUp = sql`(select is_looked_up from probe)`;
  const rest = sql`array(select id from by_date offset ${MOST_READ})`;
  const sorted = sql`select o.id from matched o where ${isLookedUp} order by ${byDate(direction)}`;
  return sql`
    probe as materialized (
      select (select count(*) from (select from matched limit ${most}) m) <= ${mostCounted} or (
        select count(*) from (${members(sql`array(select id from matched limit ${PROBED})`)}) o) >= ${DENSE} as is_looked_up),
    first_by_date as materialized (${sorted} limit ${stepsUntil(LIKELY)}),
    by_date as materialized (${sorted}),
    looked_up as materialized (
      (select * from (${inSteps(members, sql`first_by_date`, [0, LIKELY])}
        union all ${inSteps(members, sql`by_date`, [LIKELY, STEPS.length])} union all (${members(rest)})) o
        where ${isLookedUp} limit ${most})
      union all
      (select o.id, o.source_created_at from (select o.id, o.source_created_at from ${listed(filter)} offset 0) o
        join matched m on m.id = o.id where not ${isLookedUp})),`;
}

/**
 * The ids of a page by deadline, as `page` with the places of its rows: matches that have one, then the others, newest
 * first.
 */
export function foundByOtherDate(
  filter: OrderFilter,
  { field, direction }: Sort<OtherDate>,
  { perPage, offset }: { readonly perPage: number; readonly offset: number },
): RawBuilder<unknown> {
  const until = offset + perPage;
  const deadline = sql.raw(`o.${field} ${direction}, o.id ${direction}`);
  const isDated = hasDate[field];
  const isPart = sql`(select count(*) from found) > ${mostCounted}`;
  const matches = (ids: RawBuilder<unknown>) => sql`
    select d.* from due_list d join order_texts s on s.order_id = d.id
    where s.order_id = any(${ids}) and ${isMatch(filter)} order by d.place`;
  const rest = sql`array(select id from due_list offset ${MOST_READ})`;
  return sql`
    due_list as materialized (
      select o.id, row_number() over (order by ${deadline}) as place from ${listed(filter)} and ${isDated} order by ${deadline}),
    due as materialized (
      (select * from (${inSteps(matches, sql`due_list`)} union all (${matches(rest)})) d where ${isPart} limit ${until})
      union all
      (select d.* from due_list d where not ${isPart} and d.id in (select id from found) order by d.place limit ${until})
    ), rest as (
      select o.id, (select count(*) from due_list) + row_number() over (order by ${byDate('desc')}) as place
      from found o where not exists (select from due d where d.id = o.id)
      order by ${byDate('desc')} limit ${until} - (select count(*) from due)
    ), page as (
      select id, place from due union all select id, place from rest order by place limit ${perPage} offset ${offset})`;
}
