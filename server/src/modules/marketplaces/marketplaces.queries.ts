import type { MessageOnWire } from '@evenstock/contract/messages/message';
import { sql, type Insertable, type RawBuilder, type Selectable } from 'kysely';
import { shopFlagNames, type ChannelKind, type ShopFlags } from '@evenstock/contract/channels/channels';
import type { Identity } from '../../api/identity.ts';
import type { PageRequest, Sort } from '../../api/page-request.ts';
import type { Handle, Tx } from '../../platform/database/database.ts';
import { placeColumns } from './places/places.queries.ts';
import type { PlaceColumns } from './places/shop-places.ts';
import type { Tables } from '../../tables.ts';

export interface MarketplaceRow extends Readonly<ShopFlags>, PlaceColumns {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly channel: ChannelKind;
  readonly state: 'unverified' | 'verified';
  readonly needsAuthorization: boolean;
  readonly authExpiry: Date | null;
  readonly shopName: string | null;
  readonly canSyncToMarketplace: boolean;
  readonly safetyStock: number;
  readonly numOrders: number;
  readonly numProductListings: number;
  readonly startPullingOrdersAt: Date | null;
  readonly lastPullProductsAt: Date | null;
  readonly account: unknown;
  readonly oldAnswers: unknown;
  readonly createdAt: Date;
}

const flags = sql.join(shopFlagNames.map((name) => sql.ref(`m.${name}`)));

const columns = sql`
  m.id, m.slug, m.name, m.channel, m.state, m.needs_authorization as "needsAuthorization", m.auth_expiry as "authExpiry",
  m.shop_name as "shopName", ${flags},
  m.can_sync_to_marketplace as "canSyncToMarketplace", m.safety_stock as "safetyStock", m.num_orders as "numOrders",
  m.num_product_listings as "numProductListings", m.start_pulling_orders_at as "startPullingOrdersAt",
  m.last_pull_products_at as "lastPullProductsAt", m.account, m.old_answers as "oldAnswers", m.created_at as "createdAt",
  ${placeColumns}`;

/** A marketplace of a store by id or slug. */
export async function findMarketplace(
  db: Handle,
  storeId: number,
  identity: Identity,
): Promise<MarketplaceRow | null> {
  const which = 'id' in identity ? sql`m.id = ${identity.id}` : sql`m.slug = ${identity.slug}`;
  const { rows } = await sql<MarketplaceRow>`
    select ${columns} from marketplaces m
    where m.store_id = ${storeId} and ${which} and m.deleted_at is null`.execute(db);
  return rows[0] ?? null;
}

const sortColumns = {
  name: sql`lower(m.name)`,
  created_at: sql`m.created_at`,
  num_orders: sql`m.num_orders`,
  num_product_listings: sql`m.num_product_listings`,
} as const;
export type MarketplaceSort = Sort<keyof typeof sortColumns>;

export interface MarketplaceFilter {
  readonly nameContains: string | undefined;
  /** Those whose authorisation has ended, or ends by then; null: all. */
  readonly endingBefore: Date | null;
  /** Those of which it is to be chosen where their stock lies. */
  readonly arePlacesAsked: boolean;
}

const endingBefore = (instant: Date): RawBuilder<unknown> => sql`m.deactivated_at is null
  and (m.needs_authorization or (m.state = 'verified' and m.auth_expiry <= ${instant}))`;

/** One page of a store's marketplaces, and their total. */
export async function listStoreMarketplaces(
  db: Handle,
  storeId: number,
  filter: MarketplaceFilter,
  sort: MarketplaceSort,
  page: PageRequest,
): Promise<{ rows: MarketplaceRow[]; total: number }> {
  const way = sort.direction === 'asc' ? sql`asc` : sql`desc`;
  const matching = sql`
    from marketplaces m
    where m.store_id = ${storeId} and m.deleted_at is null
      and strpos(lower(m.name), lower(${filter.nameContains ?? ''})) > 0
      and ${filter.endingBefore === null ? sql`true` : endingBefore(filter.endingBefore)}
      and ${filter.arePlacesAsked ? sql`m.deactivated_at is null and m.place_state = 'asked'` : sql`true`}`;
  const { rows } = await sql<MarketplaceRow>`
    select ${columns} ${matching}
    order by ${sortColumns[sort.field]} ${way}, m.id ${way} limit ${page.perPage} offset ${page.offset}`.execute(
    db,
  );
  const count = await sql<{ total: number }>`select count(*)::int as total ${matching}`.execute(db);
  return { rows, total: count.rows[0]?.total ?? 0 };
}

export interface PullRow {
  readonly id: number;
  readonly kind: 'listings' | 'orders';
  readonly state: 'running' | 'done' | 'failed' | 'cancelled';
  readonly done: number;
  readonly total: number | null;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
  readonly error: readonly MessageOnWire[] | null;
}

/** For each kind the pull that a person waits for, otherwise the newest. */
export async function newestPulls(db: Handle, marketplaceId: number): Promise<PullRow[]> {
  const { rows } = await sql<PullRow>`
    select p.id, p.kind, p.state, p.done, p.total, p.created_at as "createdAt", p.finished_at as "finishedAt", p.error
    from unnest(array['listings', 'orders']) as wanted(kind)
    cross join lateral (
      (select *, 0 as rank from marketplace_pulls
        where marketplace_id = ${marketplaceId} and kind = wanted.kind and state = 'running' and scope in ('first', 'manual')
        order by id desc limit 1)
      union all
      (select *, 1 as rank from marketplace_pulls
        where marketplace_id = ${marketplaceId} and kind = wanted.kind order by id desc limit 1)
      order by rank limit 1) p
    order by p.kind`.execute(db);
  return rows;
}

const MOST_QUARANTINED = 100;

export interface QuarantinedRow {
  readonly id: number;
  readonly kind: 'listing' | 'order' | 'return';
  readonly reference: string;
  readonly reason: MessageOnWire;
  readonly seenAt: Date;
}

/** Quarantined records of a marketplace, newest first. */
export async function newestQuarantined(db: Handle, marketplaceId: number): Promise<QuarantinedRow[]> {
  const { rows } = await sql<QuarantinedRow>`
    select id, kind, reference, reason, seen_at as "seenAt"
    from quarantined_records
    where marketplace_id = ${marketplaceId} order by seen_at desc, id desc limit ${MOST_QUARANTINED}`.execute(
    db,
  );
  return rows;
}

/** The slugs of a store's marketplaces, deleted ones included, that begin with a base. */
export async function marketplaceSlugsLike(
  db: Handle,
  storeId: number,
  base: string,
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('marketplaces')
    .select('slug')
    .where('store_id', '=', storeId)
    .where('slug', 'like', `${base}%`)
    .execute();
  return new Set(rows.map((row) => row.slug));
}

export async function findStoreName(db: Handle, storeId: number): Promise<string> {
  const store = await db
    .selectFrom('stores')
    .select('name')
    .where('id', '=', storeId)
    .executeTakeFirstOrThrow();
  return store.name;
}

/** When the newest order of a marketplace was imported; null before the first. */
export async function newestOrderImport(
  db: Handle,
  storeId: number,
  marketplaceId: number,
): Promise<Date | null> {
  const order = await db
    .selectFrom('orders')
    .select('imported_at')
    .where('store_id', '=', storeId)
    .where('marketplace_id', '=', marketplaceId)
    .orderBy('source_created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return order?.imported_at ?? null;
}

/** The ids of a store's marketplaces. */
export async function marketplaceIdsOf(db: Handle, storeId: number): Promise<number[]> {
  const marketplaces = await db
    .selectFrom('marketplaces')
    .select('id')
    .where('store_id', '=', storeId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  return marketplaces.map(({ id }) => id);
}

/** Adds a marketplace. @returns its id */
export async function insertMarketplace(
  tx: Tx,
  marketplace: Insertable<Tables['marketplaces']>,
): Promise<number> {
  const { id } = await tx
    .insertInto('marketplaces')
    .values(marketplace)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Locks a marketplace that is not deleted, with the fields of its activities; null where there is none. */
export async function lockUndeleted(
  tx: Tx,
  id: number,
): Promise<Pick<
  Selectable<Tables['marketplaces']>,
  'name' | 'state' | 'needs_authorization' | 'safety_stock' | 'can_sync_to_marketplace'
> | null> {
  const marketplace = await tx
    .selectFrom('marketplaces')
    .select(['name', 'state', 'needs_authorization', 'safety_stock', 'can_sync_to_marketplace'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return marketplace ?? null;
}

/** Changes settings of a marketplace; those that are not given stay. */
export async function setMarketplace(
  tx: Tx,
  id: number,
  settings: {
    readonly name?: string | undefined;
    readonly safety_stock?: number | undefined;
    readonly can_sync_to_marketplace?: boolean | undefined;
  },
  now: Date,
): Promise<void> {
  // Kysely leaves out columns that are undefined.
  await tx
    .updateTable('marketplaces')
    .set({ ...settings, updated_at: now })
    .where('id', '=', id)
    .execute();
}

/** Marks a marketplace as deactivated. */
export async function setDeactivated(tx: Tx, id: number, now: Date): Promise<void> {
  await tx
    .updateTable('marketplaces')
    .set({
      state: 'unverified',
      needs_authorization: false,
      auth_expiry: null,
      deactivated_at: now,
      updated_at: now,
    })
    .where('id', '=', id)
    .execute();
}

/** Marks a marketplace as deleted. */
export async function setDeleted(tx: Tx, id: number, now: Date): Promise<void> {
  await tx
    .updateTable('marketplaces')
    .set({
      state: 'unverified',
      needs_authorization: false,
      auth_expiry: null,
      deactivated_at: now,
      deleted_at: now,
      updated_at: now,
    })
    .where('id', '=', id)
    .execute();
}
