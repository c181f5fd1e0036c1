import type { Buyer } from '@evenstock/connectors/kit/connector';
import type { StoreRole, UserRole } from '@evenstock/contract/accounts/accounts';
import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { sealBuyer } from '../modules/orders/order/buyer.ts';
import { webhookSecretPurpose } from '../modules/webhooks/sign-delivery.ts';
import type { TestContext } from './context.ts';

/** A store with one record of each kind, by the names that paths give them. */
export interface PopulatedStore {
  readonly id: number;
  readonly slug: string;
  readonly marketplaceId: number;
  readonly productId: number;
  readonly variantId: number;
  readonly productListingId: number;
  readonly variantListingId: number;
  readonly referenceNumber: string;
  /** A member, to whom a pending transfer offers the store. */
  readonly storeProfileId: number;
  readonly storeTransferId: number;
  readonly storeNotificationId: number;
  /** Long work with a row that failed and more to do. */
  readonly operationId: number;
  /** An open stock count, in which the SKU was scanned. */
  readonly tallyId: number;
  /** An action that was refused. */
  readonly actionId: number;
  readonly webhookId: number;
  /** It was given up. */
  readonly deliveryId: number;
}

/** Endpoints after which the caller has no such store any more: each needs one of its own. */
export const endsTheStore: ReadonlySet<string> = new Set(['deleteStore', 'leaveStore']);

let made = 0;

/** Adds an account without a password: its sessions are given out by `openSession`. */
export async function addUser(ctx: TestContext, role: UserRole = 'member', email?: string): Promise<number> {
  made += 1;
  const now = ctx.clock.now();
  const { id } = await ctx.db
    .insertInto('users')
    .values({ email: email ?? `user-${String(made)}@shop.test`, role, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** A session token of an account. */
export async function openSession(ctx: TestContext, userId: number): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await ctx.db
    .insertInto('sessions')
    .values({
      user_id: userId,
      token_hash: createHash('sha256').update(token).digest(),
      created_at: ctx.clock.now(),
      // Longer than any test moves its clock.
      expires_at: new Date(ctx.clock.now().getTime() + 400 * 86_400_000),
    })
    .execute();
  return token;
}

export async function addMember(
  ctx: TestContext,
  storeId: number,
  userId: number,
  role: StoreRole,
): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db
    .insertInto('store_profiles')
    .values({ store_id: storeId, user_id: userId, role, created_at: now, updated_at: now })
    .execute();
}

/** A store with a marketplace, a product with a SKU and its listing, an order, a member, a transfer that is pending, a notification, and long work that nobody does now. */
export async function addPopulatedStore(ctx: TestContext): Promise<PopulatedStore> {
  made += 1;
  const name = `store-${String(made)}`;
  const now = ctx.clock.now();
  const { rows } = await sql<PopulatedStore>`
    with s as (
      insert into stores (slug, name, country, created_at, updated_at)
      values (${name}, ${name}, 'sg', ${now}, ${now}) returning id, slug),
    u as (
      insert into users (email, created_at, updated_at)
      values (${`${name}-member@shop.test`}, ${now}, ${now}), (${`${name}-founder@shop.test`}, ${now}, ${now}) returning id, email),
    sp as (
      insert into store_profiles (store_id, user_id, role, created_at, updated_at)
      select s.id, u.id, 'member', ${now}, ${now} from s, u where u.email like '%-member@shop.test' returning id, user_id),
    st as (
      insert into store_transfers (store_id, transferrer_id, transferree_id, created_at)
      select s.id, u.id, sp.user_id, ${now} from s, u, sp where u.email like '%-founder@shop.test' returning id),
    m as (
      insert into marketplaces (store_id, slug, name, channel, created_at, updated_at)
      select id, 'shop', 'Shop', 'shopee', ${now}, ${now} from s returning id, store_id),
    p as (
      insert into products (store_id, slug, name, created_at, updated_at)
      select id, 'mug', 'Mug', ${now}, ${now} from s returning id, store_id),
    v as (
      insert into variants (store_id, product_id, slug, sku, name, full_product_name, search_text, quantity, live_listings, created_at, updated_at)
      select store_id, id, 'mug-red', 'MUG-RED', 'Red', 'Mug Red', e'mug red\\nmug-red', 0, 1, ${now}, ${now} from p returning id, product_id),
    pl as (
      insert into product_listings (store_id, marketplace_id, product_id, channel_item_id, slug, name, raw_status, status, state, last_synced_at, created_at)
      select m.store_id, m.id, p.id, '1001', 'mug-shop', 'Mug', 'NORMAL', 'normal', 'live', ${now}, ${now} from m, p
      returning id, store_id, marketplace_id),
    vl as (
      insert into variant_listings (store_id, marketplace_id, product_listing_id, variant_id, channel_item_id, channel_variant_id, name, sku, raw_status, status, state, created_at, updated_at)
      select pl.store_id, pl.marketplace_id, pl.id, v.id, '1001', '2001', 'Red', 'MUG-RED', 'NORMAL', 'normal', 'live', ${now}, ${now} from pl, v
      returning id),
    o as (
      insert into orders (store_id, marketplace_id, channel, number, channel_order_id, reference_number, state, marketplace_state, marketplace_raw_state, state_rank,
                          source_created_at, source_updated_at, read_began_at, currency, total_amount, imported_at, updated_at)
      select m.store_id, m.id, 'shopee', ${`N-${name}`}, ${`N-${name}`}, ${`N-${name}`}, 'staff_to_process', 'READY_TO_SHIP', 'READY_TO_SHIP', 1,
             ${now}, ${now}, ${now}, 'SGD', 1250, ${now}, ${now} from m
      returning id, store_id, source_created_at, reference_number),
    ot as (
      insert into order_texts (order_id, store_id, source_created_at, numbers, products)
      select id, store_id, source_created_at, lower(reference_number) || e'\\n', '' from o),
    n as (
      insert into store_notifications (store_id, kind, subject_id, is_critical, title, paragraphs, place, created_at)
      select store_id, 'first_sync_done', id, false, '{"code": "api.channel", "values": {"text": "Shop is synced"}}', '[]', '/marketplaces/shop', ${now} from m
      returning id),
    op as (
      -- It waits for so long that no job takes it up within a test.
      insert into operations (store_id, kind, params, total, failed, asked_at, resume_at)
      select id, 'order.mass_sync', '{"orders": ["GONE"]}', 2, 1, ${now}, ${now}::timestamptz + interval '1 year' from s
      returning id, store_id),
    r as (
      insert into operation_rows (operation_id, store_id, row_key, position, label, state, code, code_values, at)
      select id, store_id, 'GONE', 1, 'GONE', 'failed', 'orders.sync_not_found', '{}', ${now} from op),
    ty as (
      insert into stock_tallies (store_id, kind, request_key, revision, created_at)
      select id, 'count', gen_random_uuid(), 1, ${now} from s returning id, store_id),
    ts as (
      insert into stock_tally_skus (tally_id, variant_id, store_id) select ty.id, v.id, ty.store_id from ty, v),
    te as (
      insert into stock_tally_entries (store_id, tally_id, scan_key, code, variant_id, units, is_total, scanned_at, created_at)
      select ty.store_id, ty.id, gen_random_uuid(), 'MUG-RED', v.id, 3, false, ${now}, ${now} from ty, v),
    a as (
      insert into marketplace_actions (store_id, marketplace_id, kind, subject_type, subject_id, exclusive_key, attempt_key, asked, state,
                                       outcome_code, outcome_reason, next_at, asked_at, finished_at)
      select pl.store_id, pl.marketplace_id, 'listing.boost', 'ProductListing', pl.id, 'boost:' || pl.id, gen_random_uuid(), '{}', 'refused',
             'full', 'There are enough.', ${now}, ${now}, ${now} from pl
      returning id),
    w as (
      insert into webhooks (store_id, url, events, secret_sealed, created_at, updated_at)
      select id, 'https://127.0.0.1/evenstock', '{order.changed}', '\\x00', ${now}, ${now} from s returning id, store_id),
    d as (
      insert into webhook_outbox (store_id, webhook_id, event, record, state, next_at, created_at)
      select store_id, id, 'order.changed', '{"id": 1, "reference_number": "N", "marketplace_id": 1}', 'failed', ${now}, ${now}
      from w returning id)
    select s.id, s.slug, m.id as "marketplaceId", p.id as "productId", v.id as "variantId", pl.id as "productListingId",
           vl.id as "variantListingId", o.reference_number as "referenceNumber",
           sp.id as "storeProfileId", st.id as "storeTransferId",
           n.id as "storeNotificationId", op.id as "operationId", ty.id as "tallyId", a.id as "actionId",
           w.id as "webhookId", d.id as "deliveryId"
    from s, m, p, v, pl, vl, o, sp, st, n, op, ty, a, w, d`.execute(ctx.db);
  const [store] = rows;
  if (store === undefined) throw new Error('The store was not made.');
  await ctx.db
    .updateTable('webhooks')
    .set({
      secret_sealed: ctx.encryption.seal('whsec_test', webhookSecretPurpose(store.id, store.webhookId)),
    })
    .where('id', '=', store.webhookId)
    .execute();
  return store;
}

/** An endpoint's path with each name filled in. Throws for a name that is not given: a new kind of record needs one. */
export function fillPath(path: string, names: Readonly<Record<string, string | number>>): string {
  return path.replace(/:(\w+)/g, (_whole, name: string) => {
    const value = names[name];
    if (value === undefined) throw new Error(`Give the test worlds a record for :${name} of ${path}.`);
    return encodeURIComponent(String(value));
  });
}

/** The names that paths use for a store's records. */
export function namesOf(store: PopulatedStore): Record<string, string | number> {
  return {
    storeId: store.slug,
    marketplaceId: store.marketplaceId,
    productId: store.productId,
    variantId: store.variantId,
    productListingId: store.productListingId,
    variantListingId: store.variantListingId,
    referenceNumber: store.referenceNumber,
    storeProfileId: store.storeProfileId,
    storeTransferId: store.storeTransferId,
    storeNotificationId: store.storeNotificationId,
    operationId: store.operationId,
    tallyId: store.tallyId,
    actionId: store.actionId,
    webhookId: store.webhookId,
    deliveryId: store.deliveryId,
    accessTokenId: 999_999_999,
    mergeId: 999_999_999,
    movementId: 999_999_999,
    shop: 'no-such-shop',
    // It is nobody's session: the tests continue with the sessions that they have.
    sessionId: 999_999_999,
    deadLetterId: 999_999_999,
    activityId: 999_999_999,
    announcementId: 999_999_999,
    savedViewId: 999_999_999,
  };
}

/** Gives the orders of a store a buyer, as their import seals one. `prefix`: only those whose number begins with it. */
export async function giveBuyer(ctx: TestContext, storeId: number, buyer: Buyer, prefix = ''): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from orders where store_id = ${storeId} and number like ${`${prefix}%`}`.execute(ctx.db);
  const sealed = rows.map(({ id }) => sealBuyer(ctx.encryption, { id, storeId }, buyer));
  await sql`
    update orders o set buyer_sealed = b.sealed
    from unnest(${rows.map(({ id }) => id)}::bigint[], ${sealed}::bytea[]) as b (id, sealed) where o.id = b.id`.execute(
    ctx.db,
  );
}
