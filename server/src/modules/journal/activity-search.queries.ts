import { mostCounted } from '@evenstock/contract/api/fields';
import type { RecipientType } from '@evenstock/contract/kinds/activities';
import { sql, type RawBuilder } from 'kysely';
import { holdsPart, isFound, mayHold, partPattern } from '../../platform/text/search-text.ts';

/** A list of at most this number of entries is scanned. */
const SHORT = 15_000;
/** Number of entries before and beyond the page that are always scanned. If a third of them match, many of all entries are assumed to. */
const NEAREST = 1_000;
/** Maximum number of entries that are scanned of a list in which many match. */
const MOST_WALKED = 40_000;
/** Maximum number of entries of one kind of record that are scanned, however many records have a matching name. */
const FEW_OF_KIND = 5_000;
/** Number of records with a matching name whose entries are looked up at once. */
const AT_ONCE = 30_000;

/** A kind of records whose names are searched. */
interface Kind {
  readonly type: RecipientType;
  readonly key: string;
  readonly from: RawBuilder<unknown>;
  /** Whether a record has a matching name. */
  readonly named: RawBuilder<unknown>;
  /** The same, by an index. */
  readonly found: RawBuilder<unknown>;
  /** Whether many records of a store can have a matching name, and few of them activities. */
  readonly areMany: boolean;
}

/** A text that is searched in the activities of a store, or of none. */
export interface ActivitySearch {
  readonly storeId: number | null;
  readonly text: string;
  /** A pattern of those parts of the text that few orders' numbers have; without it, the index is read for the whole text. */
  readonly rareNumbers?: string | null;
}

/** The kinds of records of a store, or of none, whose names are searched. */
function namedKinds({ storeId, text, rareNumbers = null }: ActivitySearch): readonly Kind[] {
  const few = (type: RecipientType, key: string, from: RawBuilder<unknown>, named: RawBuilder<unknown>) => ({
    type,
    key,
    from,
    named,
    found: named,
    areMany: false,
  });
  const like = partPattern(text);
  if (storeId === null) {
    return [
      few('User', 'u.id', sql`users u`, sql`u.email ilike ${like} and u.deleted_at is null`),
      few('Announcement', 'n.id', sql`announcements n`, sql`n.title ilike ${like}`),
    ];
  }
  const variant = (type: RecipientType, key: string, from: RawBuilder<unknown>): Kind => {
    const ofStore = sql`v.store_id = ${storeId} and v.merged_into_id is null`;
    const texts = sql`v.search_text`;
    return {
      type,
      key,
      from,
      named: sql`${ofStore} and ${holdsPart(texts, text)}`,
      found: sql`${ofStore} and ${isFound(texts, text)}`,
      areMany: true,
    };
  };
  const listed = sql`variants v join variant_listings l on l.variant_id = v.id`;
  // An item's listings are found by its id on the marketplace, which is in an index.
  const items = sql`${listed} join product_listings i
    on i.id = l.product_listing_id and i.marketplace_id = l.marketplace_id and i.channel_item_id = l.channel_item_id`;
  // The first line is the order's own number; tracking numbers follow.
  const order = sql`o.store_id = ${storeId} and ${holdsPart(sql`split_part(o.numbers, e'\\n', 1)`, text)}`;
  return [
    {
      type: 'Order',
      key: 'o.order_id',
      from: sql`order_texts o`,
      named: order,
      found: sql`${order} and ${mayHold(sql`o.numbers`, text, rareNumbers)}`,
      areMany: false,
    },
    variant('Variant', 'v.id', sql`variants v`),
    variant('Product', 'v.product_id', sql`variants v`),
    variant('VariantListing', 'l.id', listed),
    variant('ProductListing', 'i.id', items),
    few('Marketplace', 'm.id', sql`marketplaces m`, sql`m.store_id = ${storeId} and m.name ilike ${like}`),
    few(
      'StoreProfile',
      'p.id',
      sql`store_profiles p join users u on u.id = p.user_id`,
      sql`p.store_id = ${storeId} and u.email ilike ${like}`,
    ),
  ];
}

/** The actors of a store, or of none, whose name contains a text. Rows of `type` and `id`. */
function namedActors({ storeId, text }: ActivitySearch): RawBuilder<unknown> {
  const like = partPattern(text);
  if (storeId === null)
    return sql`select 'User'::text as type, u.id from users u where u.email ilike ${like} and u.deleted_at is null`;
  return sql`
    select 'User'::text as type, u.id from store_profiles p join users u on u.id = p.user_id
      where p.store_id = ${storeId} and u.email ilike ${like}
    union select 'User', u.id from users u where u.email = lower(${text})
    union all select 'Marketplace', m.id from marketplaces m where m.store_id = ${storeId} and m.name ilike ${like}`;
}

/** Whether the recipient of an entry `a`, a record of a kind, has a matching name. `offset 0`: the one record is read, not all. */
const isHit = ({ key, from, named }: Kind): RawBuilder<unknown> =>
  sql`exists (select from ${from} where ${sql.ref(key)} = a.recipient_id and ${named} offset 0)`;

/** The condition that the actor of an entry `a` has a matching name. */
const isActed = sql`((a.actor_type, a.actor_id) in (select type, id from actors)) is true`;

/**
 * The entries whose recipient is a record of a kind and has a matching name. If the list has few entries of a kind with many records,
 * they are scanned; otherwise the entries of the records with a matching name are looked up, at once for many records.
 * @param conditions of entries `a`, without the text
 */
function received(kind: Kind, conditions: RawBuilder<unknown>): RawBuilder<unknown> {
  const { type, key, from, found, areMany } = kind;
  const ofKind = sql`a.recipient_type = ${type} and ${conditions}`;
  const few = sql`
    select a.id, a.created_at, a.recipient_id, a.actor_type, a.actor_id from activities a where ${ofKind} limit ${FEW_OF_KIND + 1}`;
  const areFew = sql`(select are_few from kind)`;
  const lookedUp = (some: RawBuilder<unknown>) => sql`
    select a.id, a.created_at from activities a
    where ${ofKind} and a.recipient_id = any(array(select id from named ${some})) and not ${isActed}`;
  // An array is looked up in one pass of the index. The records of a second one are read only if the first has too few entries.
  const all = sql`${lookedUp(sql`limit ${AT_ONCE}`)} union all ${lookedUp(sql`offset ${AT_ONCE}`)}`;
  if (!areMany) {
    return sql`(
      with named as materialized (select ${sql.ref(key)} as id from ${from} where ${found}) ${all})`;
  }
  return sql`(
    with kind as materialized (select count(*) <= ${FEW_OF_KIND} as are_few from (${few}) a),
    named as materialized (select distinct ${sql.ref(key)} as id from ${from} where ${found} and not (${areFew}))
    select a.id, a.created_at from (${few}) a where ${areFew} and ${isHit(kind)} and not ${isActed} union all ${all})`;
}

/**
 * The matches of a search of activities, as `found`, up to one more than are counted, and the ids of one page, as `page`. If many of
 * the first entries match, or the list is short, it is scanned in its order. Otherwise matches are looked up by their actors and records.
 * @param conditions of entries `a`, without the text
 */
export function searched(
  search: ActivitySearch,
  conditions: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  page: { readonly perPage: number; readonly offset: number },
): RawBuilder<unknown> {
  const kinds = namedKinds(search);
  const until = page.offset + page.perPage;
  const near = NEAREST + until;
  const most = mostCounted + 1;
  const slice = sql`order by ${order} limit ${page.perPage} offset ${page.offset}`;
  // The order makes PostgreSQL 15 use the index of the store. Without it, that version reads the entries of every store.
  const isShort = sql`(select count(*) from (
    select from activities a where ${conditions} order by ${order} limit ${SHORT + 1}) a) <= ${SHORT}`;
  const isWalked = sql`(select is_walked from how)`;
  const isWhole = sql`(select count(*) from found) <= ${mostCounted}`;
  const isNear = sql`(select count(*) from near) >= ${until}`;
  const hits = sql.join(
    kinds.map((kind) => sql`when ${sql.lit(kind.type)} then ${isHit(kind)}`),
    sql` `,
  );
  const acted = sql`
    select a.id, a.created_at from actors n join lateral (
      select a.id, a.created_at from activities a
      where a.actor_type = n.type and a.actor_id = n.id and ${conditions} offset 0) a on true`;
  const matching = sql.join([acted, ...kinds.map((kind) => received(kind, conditions))], sql` union all `);
  return sql`
    actors as materialized (${namedActors(search)}),
    -- It is read as far as its readers need, and only once.
    walk as materialized (
      select a.id, a.created_at, ${isActed} or case a.recipient_type ${hits} else false end as is_hit from (
        select a.id, a.created_at, a.recipient_type, a.recipient_id, a.actor_type, a.actor_id
        from activities a where ${conditions} order by ${order} limit ${MOST_WALKED}) a),
    near as materialized (select a.id, a.created_at from (select * from walk limit ${near}) a where a.is_hit),
    start as materialized (select (select count(*) from near) >= ${Math.ceil(near / 3)} as are_many, ${isShort} as is_short),
    walked as materialized (
      select a.id, a.created_at from walk a where a.is_hit and (select are_many or is_short from start) limit ${most}),
    how as materialized (select is_short or (select count(*) from walked) = ${most} as is_walked from start),
    -- It too is read only so far.
    matching as materialized (select * from (${matching}) a where not ${isWalked}),
    found as materialized (select * from walked where ${isWalked} union all (select * from matching limit ${most})),
    page as (
      (select a.id from found a where ${isWalked} or ${isWhole} ${slice})
      union all (select a.id from near a where not ${isWalked} and not (${isWhole}) and ${isNear} ${slice})
      union all (select a.id from matching a where not ${isWalked} and not (${isWhole}) and not (${isNear}) ${slice}))`;
}
