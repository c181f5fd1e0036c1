import { mostCounted } from '@evenstock/contract/fields';
import type { RecipientType } from '@evenstock/contract/activities';
import { sql, type RawBuilder } from 'kysely';
import { isShortText, partPattern } from '../../platform/search-text.ts';

/** Maximum number of records with a matching name whose activities are looked up; with more, the list is scanned. */
const MOST_RECORDS = 20_000;
/** Maximum number of entries that are scanned: all of a list that is not longer, or this part of a list in which many match. */
const MOST_WALKED = 40_000;
/** If at least MANY of the first SAMPLE entries of a list match, many of all entries are assumed to match. */
const SAMPLE = 200;
const MANY = 60;
/** Number of entries beyond the page that are scanned for it, before all matches are sorted. */
const NEAREST = 2_000;

/** The records of one kind whose names contain a text, as rows of `type` and `id`; one of them, or all of a store. */
type Named = (id: RawBuilder<unknown> | null) => RawBuilder<unknown>;

/** The kinds of records of a store, or of none, whose names are searched. */
function namedKinds(storeId: number | null, text: string): readonly Named[] {
  const like = partPattern(text);
  // One or two characters have no trigram: a search of all records finds them by an index of their own.
  const holds = (of: RawBuilder<unknown>, amongAll: boolean) =>
    amongAll && isShortText(text)
      ? sql`short_parts(${of}) @> array[lower(${text})]`
      : sql`${of} ilike ${like}`;
  const kind =
    (
      type: RecipientType,
      key: string,
      from: RawBuilder<unknown>,
      where: RawBuilder<unknown> | ((amongAll: boolean) => RawBuilder<unknown>),
    ): Named =>
    (id) => {
      const one = id === null ? sql`true` : sql`${sql.ref(key)} = ${id} and a.recipient_type = ${type}`;
      const named = typeof where === 'function' ? where(id === null) : where;
      return sql`select ${type}::text as type, ${sql.ref(key)} as id from ${from} where ${named} and ${one}`;
    };
  if (storeId === null) {
    return [
      kind('User', 'u.id', sql`users u`, sql`u.email ilike ${like} and u.deleted_at is null`),
      kind('Announcement', 'n.id', sql`announcements n`, sql`n.title ilike ${like}`),
    ];
  }
  const order = (amongAll: boolean) =>
    sql`o.store_id = ${storeId} and ${holds(sql`o.reference_number`, amongAll)}`;
  const variant = (amongAll: boolean) =>
    sql`v.store_id = ${storeId} and v.merged_into_id is null and ${holds(sql`v.search_text`, amongAll)}`;
  const listed = sql`variants v join variant_listings l on l.variant_id = v.id`;
  // An item's listings are found by its id on the marketplace, which is in an index.
  const items = sql`${listed} join product_listings i
    on i.id = l.product_listing_id and i.marketplace_id = l.marketplace_id and i.channel_item_id = l.channel_item_id`;
  return [
    kind('Order', 'o.id', sql`orders o`, order),
    kind('Variant', 'v.id', sql`variants v`, variant),
    kind('Product', 'v.product_id', sql`variants v`, variant),
    kind('VariantListing', 'l.id', listed, variant),
    kind('ProductListing', 'i.id', items, variant),
    kind('Marketplace', 'm.id', sql`marketplaces m`, sql`m.store_id = ${storeId} and m.name ilike ${like}`),
    kind(
      'StoreProfile',
      'p.id',
      sql`store_profiles p join users u on u.id = p.user_id`,
      sql`p.store_id = ${storeId} and u.email ilike ${like}`,
    ),
  ];
}

/** The actors of a store, or of none, whose name contains a text. Rows of `type` and `id`. */
function namedActors(storeId: number | null, text: string): RawBuilder<unknown> {
  const like = partPattern(text);
  if (storeId === null)
    return sql`select 'User'::text as type, u.id from users u where u.email ilike ${like} and u.deleted_at is null`;
  return sql`
    select 'User'::text as type, u.id from store_profiles p join users u on u.id = p.user_id
      where p.store_id = ${storeId} and u.email ilike ${like}
    union select 'User', u.id from users u where u.email = lower(${text})
    union all select 'Marketplace', m.id from marketplaces m where m.store_id = ${storeId} and m.name ilike ${like}`;
}

const each = (parts: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  sql.join(parts, sql` union all `);

/**
 * The matches of a search of activities, as `found`, up to one more than are counted, and the ids of one page, as `page`. If few
 * records have a matching name, their activities are looked up. If many have it, the list is scanned, to its end where it is short.
 * @param conditions of entries `a`, without the text
 */
export function searched(
  { storeId, text }: { readonly storeId: number | null; readonly text: string },
  conditions: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  page: { readonly perPage: number; readonly offset: number },
): RawBuilder<unknown> {
  const kinds = namedKinds(storeId, text);
  const until = page.offset + page.perPage;
  const slice = sql`order by ${order} limit ${page.perPage} offset ${page.offset}`;
  const isShort = sql`(select count(*) from (
    select from activities a where ${conditions} limit ${MOST_WALKED + 1}) a) <= ${MOST_WALKED}`;
  const areMany = sql`(select count(*) from sample) >= ${MANY}`;
  const areFew = sql`(select are_few from how)`;
  const isWalked = sql`(select is_walked from how)`;
  const isWhole = sql`(select count(*) from found) <= ${mostCounted}`;
  const isNear = sql`(select count(*) from near) >= ${until}`;
  const hit = each(kinds.map((named) => sql`(${named(sql`a.recipient_id`)})`));
  const walked = (most: number) => sql`
    select a.id, a.created_at from (
      select a.id, a.created_at, a.recipient_type, a.recipient_id, a.actor_type, a.actor_id
      from activities a where ${conditions} order by ${order} limit ${most}
    ) a
    where (a.actor_type, a.actor_id) in (select type, id from actors) or exists (${hit})`;
  // Each row is looked up separately, by an index.
  const lookedUp = (by: RawBuilder<unknown>, where: RawBuilder<unknown>) => sql`
    select a.id, a.created_at from ${by} n join lateral (
      select a.id, a.created_at from activities a where ${where} and ${conditions} offset 0) a on true`;
  const done = (by: RawBuilder<unknown>) =>
    lookedUp(by, sql`a.recipient_type = n.type and a.recipient_id = n.id`);
  const acted = lookedUp(sql`actors`, sql`a.actor_type = n.type and a.actor_id = n.id`);
  const all = sql`(${each(kinds.map((named) => named(null)))})`;
  const most = mostCounted + 1;
  // Most texts of one or two characters are in many names, so a sample decides first.
  const asksFirst = isShortText(text);
  const haveFew = sql`(select count(*) from records) <= ${MOST_RECORDS}`;
  const sample = sql`sample as materialized (
    select * from (${walked(SAMPLE)}) a where ${asksFirst ? sql`true` : sql`not (${haveFew})`})`;
  const records = sql`records as materialized (
    select * from ${all} n where ${asksFirst ? sql`not (${areMany})` : sql`true`} limit ${MOST_RECORDS + 1})`;
  return sql`
    actors as materialized (${namedActors(storeId, text)}),
    ${sql.join(asksFirst ? [sample, records] : [records, sample])},
    walked as materialized (
      select * from (${walked(MOST_WALKED)}) a
      where ${areMany} or (not (${haveFew}) and ${isShort}) limit ${most}),
    how as materialized (
      select are_few, not are_few and ((select count(*) from walked) > ${mostCounted} or ${isShort}) as is_walked
      from (select ${asksFirst ? sql`not (${areMany}) and` : sql``} ${haveFew} as are_few) h),
    found as materialized (
      select id, created_at from (
        (select * from (${done(sql`records`)}) a where ${areFew} limit ${most})
        union (select * from (${acted}) a where not ${isWalked} limit ${most})
        union (select * from walked where ${isWalked})
        union (select * from (${done(all)}) a where not ${areFew} and not ${isWalked} limit ${most})) a),
    near as materialized (
      select a.id, a.created_at from (${walked(NEAREST + page.offset)}) a where not (${isWhole}) order by ${order} limit ${until}),
    far as materialized (select * from (${done(all)} union ${acted}) a where not (${isWhole}) and not (${isNear})),
    page as (
      (select a.id from found a where ${isWhole} ${slice})
      union all (select a.id from near a where ${isNear} ${slice})
      union all (select a.id from far a ${slice}))`;
}
