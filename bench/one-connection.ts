import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChannelOrder, ChannelOrderLine } from '@evenstock/connectors/kit/connector';
import { connectors } from '@evenstock/connectors/registry';
import { listVariants as listVariantsEndpoint } from '@evenstock/contract/catalog/variants';
import { listOrders as listOrdersEndpoint } from '@evenstock/contract/orders/orders';
import type { Context } from '@evenstock/server/context';
import { listVariants } from '@evenstock/server/modules/catalog/pages/list-variants';
import { importOrder } from '@evenstock/server/modules/orders/imports/import-order';
import { listOrders } from '@evenstock/server/modules/orders/pages/list-orders';
import { showOrder } from '@evenstock/server/modules/orders/order/show-order';
import { adjustQuantity } from '@evenstock/server/modules/stock/changes/adjust-quantity';
import { systemClock } from '@evenstock/server/platform/time/clock';
import { openPool } from '@evenstock/server/platform/database/database';
import { createLog } from '@evenstock/server/platform/process/log';
import { createEncryption } from '@evenstock/server/platform/secrets/encryption';
import { openFileStore } from '@evenstock/server/platform/files/files';
import { filesInFolder } from '@evenstock/server/platform/files/folder-files';
import { openRecoveryLog } from '@evenstock/server/platform/logs/recovery-log';
import type { Actor, StoreScope } from '@evenstock/server/api/routing';
import { generateData, type GeneratedStore } from '@evenstock/server/testing/generate-data';
import { createContext } from '@evenstock/server/wiring';
import type pg from 'pg';
import { compare, type Comparison } from './compare.ts';
import { measureSearches } from './searches.ts';

export interface Sizes {
  readonly orders: number;
  readonly variants: number;
  readonly rounds: number;
}

const control = (name: string): string =>
  readFileSync(join(import.meta.dirname, 'controls', `${name}.sql`), 'utf8');

/** A context with this many connections, for calling use cases without a network. */
export function benchContext(
  connection: pg.PoolConfig,
  connections: number,
  recoveryFolder: string | null = null,
): { ctx: Context; pool: pg.Pool; close(): Promise<void> } {
  const { db, pool, close } = openPool({ ...connection, max: connections }, () => undefined);
  const encryption = createEncryption([Buffer.alloc(32, 1)]);
  const ctx = createContext({
    db,
    clock: systemClock,
    log: createLog('error'),
    encryption,
    files: openFileStore({
      sealed: filesInFolder(join(tmpdir(), 'evenstock-bench-files')),
      encryption,
      clock: systemClock,
    }),
    mail: { send: () => Promise.resolve() },
    settings: {
      publicUrl: 'http://localhost:3000',
      isDemo: false,
      demo: null,
      referralOn: false,
      faqUrl: '/faq',
      cookiePrefix: 'evenstock',
      pageTrackingUrl: null,
      signupOpen: true,
      sessionIdleDays: 14,
      orderPollSeconds: 60,
      orderReconcileSeconds: 900,
      listingPollSeconds: 300,
      listingSweepSeconds: 86_400,
      channelTimeoutSeconds: 15,
      webhookHosts: [],
      firstPullDays: 90,
    },
    apps: {},
    console: null,
    payments: null,
    connectors,
    recoveryLog: openRecoveryLog(recoveryFolder, createLog('error')),
    fetch: () => Promise.reject(new Error('Nothing is called here.')),
  });
  return { ctx, pool, close };
}

/** Who makes the calls that are measured. */
export const actor: Actor = { userId: 1, sessionId: 1, email: 'bench@generated.test', role: 'admin' };

/** The parts of a call to a store that are the same whatever is asked. */
export function benchCall(ctx: Context, storeId: number) {
  const store: StoreScope = {
    id: storeId,
    slug: 'bench',
    country: 'sg',
    timeZone: 'Asia/Singapore',
    role: 'owner',
  };
  const asked = {
    params: { storeId: 'bench' },
    body: undefined,
    address: '',
    agent: null,
    file: null,
    respondsAsync: false,
  };
  return { store, call: { ctx, actor, store, ...asked } };
}

/** Lists, a stock change and an order, each beside the same SQL sent bare through one connection. */
export async function measureOneConnection(connection: pg.PoolConfig, sizes: Sizes): Promise<Comparison[]> {
  const wide = benchContext(connection, 4);
  const until = new Date();
  const generated = await generateData(wide.pool, 'bench', { ...sizes, until, days: 90 });
  await wide.close();
  const one = benchContext(connection, 1);
  try {
    return [
      ...(await measureLists(one, generated, sizes.rounds)),
      await measureStockChange(one, generated, sizes.rounds),
      await measureRecoveryLog(connection, one, generated, sizes.rounds),
      await measureImport(one, generated, sizes.rounds),
    ];
  } finally {
    await one.close();
  }
}

type Bench = ReturnType<typeof benchContext>;

async function measureLists(
  { ctx, pool }: Bench,
  generated: GeneratedStore,
  rounds: number,
): Promise<Comparison[]> {
  const { call, store } = benchCall(ctx, generated.storeId);
  const from = new Date(Date.now() - 30 * 86_400_000);
  const day = from.toISOString().slice(0, 10);
  const orders = (query: unknown) => listOrders({ ...call, query: listOrdersEndpoint.query.parse(query) });
  const variants = (query: unknown) =>
    listVariants({ ...call, query: listVariantsEndpoint.query.parse(query) });
  const bare = (name: string, values: readonly unknown[]) => {
    const text = control(name);
    return () => pool.query(text, [store.id, ...values]);
  };
  const { rows } = await pool.query<{ reference_number: string }>(
    'select reference_number from orders where store_id = $1 order by id desc offset 1000 limit 1',
    [store.id],
  );
  const number = rows[0]?.reference_number ?? '';
  const q = { source_created_at_dategteq: day };
  return [
    await compare('orders, first 10 of 30 days, with count', 2, rounds, bare('orders-page', [from]), () =>
      orders({ scope: 'all', q }),
    ),
    await compare('first 50 with their lines', 2, rounds, bare('orders-with-lines', [from]), () =>
      orders({ scope: 'all', per_page: 50, q }),
    ),
    await compare('order by exact number', 3, rounds, bare('order-by-number', [number]), () =>
      showOrder(ctx, store, actor, number),
    ),
    await compare(
      'free-text search of orders',
      3,
      rounds,
      bare('orders-search', [from, '%Garden Kettle%']),
      () => orders({ scope: 'all', q: { ...q, product_name_cont: 'Garden Kettle' } }),
    ),
    await compare(
      '50 variants by substring, with stock',
      2,
      rounds,
      bare('variants-search', ['%Kettle%']),
      () => variants({ per_page: 50, q: { name_or_sku_cont: 'Kettle' } }),
    ),
    ...(await measureSearches({ ctx, pool, storeId: store.id, day, from, rounds, list: orders, bare })),
  ];
}

async function someListings(
  pool: pg.Pool,
  storeId: number,
  marketplaceId: number,
): Promise<{ id: number; variant_id: number; item: string; variant: string }[]> {
  const { rows } = await pool.query<{ id: number; variant_id: number; item: string; variant: string }>(
    `select id, variant_id, channel_item_id as item, channel_variant_id as variant from variant_listings
     where store_id = $1 and marketplace_id = $2 and state = 'live' order by id limit 2000`,
    [storeId, marketplaceId],
  );
  return rows;
}

async function measureStockChange(
  { ctx, pool }: Bench,
  { storeId, ownerId, marketplaceIds }: GeneratedStore,
  rounds: number,
): Promise<Comparison> {
  const listings = await someListings(pool, storeId, marketplaceIds[0] ?? 0);
  const variant = (place: number): number => listings[place % listings.length]?.variant_id ?? 0;
  const text = control('stock-change');
  return compare(
    'one stock change',
    4,
    rounds,
    (round) => pool.query(text, [variant(2 * round)]),
    (round) => adjustQuantity(ctx, { storeId, variantId: variant(2 * round + 1), userId: ownerId, units: 1 }),
  );
}

/** The same change with and without its line in the recovery log; its disk is awaited before a shop is written, not here. */
async function measureRecoveryLog(
  connection: pg.PoolConfig,
  { ctx, pool }: Bench,
  { storeId, ownerId, marketplaceIds }: GeneratedStore,
  rounds: number,
): Promise<Comparison> {
  const folder = mkdtempSync(join(tmpdir(), 'evenstock-bench-'));
  const kept = benchContext(connection, 1, folder);
  try {
    const listings = await someListings(pool, storeId, marketplaceIds[0] ?? 0);
    const change = (by: Context, place: number) => {
      const variantId = listings[place % listings.length]?.variant_id ?? 0;
      return adjustQuantity(by, { storeId, variantId, userId: ownerId, units: 1 });
    };
    return await compare(
      'one stock change, beside one that no recovery log keeps',
      1.1,
      rounds,
      (round) => change(ctx, 2 * round),
      (round) => change(kept.ctx, 2 * round + 1),
    );
  } finally {
    await kept.ctx.recoveryLog.close();
    await kept.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureImport(
  { ctx, pool }: Bench,
  { storeId, marketplaceIds }: GeneratedStore,
  rounds: number,
): Promise<Comparison> {
  const [marketplaceId = 0] = marketplaceIds;
  const listings = await someListings(pool, storeId, marketplaceId);
  const listing = (place: number) => {
    const found = listings[place % listings.length];
    if (found === undefined) throw new Error('There are no listings.');
    return found;
  };
  const text = control('order-import');
  return compare(
    'one order brought in',
    6,
    rounds,
    (round) => {
      const values = [storeId, marketplaceId, `CONTROL-${String(round)}`, new Date()];
      return pool.query(text, [...values, listing(4 * round).id, listing(4 * round + 1).id]);
    },
    (round) =>
      importOrder(
        ctx,
        { storeId, marketplaceId },
        newOrder(`OURS-${String(round)}`, [listing(4 * round + 2), listing(4 * round + 3)]),
        { began: new Date(), ended: new Date() },
      ),
  );
}

function newOrder(number: string, listings: readonly { item: string; variant: string }[]): ChannelOrder {
  const at = new Date();
  return {
    number,
    channelId: number,
    createdAt: at,
    updatedAt: at,
    rawState: 'READY_TO_SHIP',
    state: 'READY_TO_SHIP',
    stateRank: 2,
    paidAt: at,
    shipBy: null,
    category: null,
    shippingType: 'Delivery',
    shippingMethod: null,
    shippingCarrier: null,
    remarks: null,
    isTest: false,
    cancellationRequested: false,
    currency: 'SGD',
    amounts: {
      subtotal: 4000,
      shippingFee: 0,
      voucher: null,
      coin: null,
      creditCardPromotion: null,
      sellerDiscount: null,
      cartDiscount: null,
      discount: null,
      tax: null,
      serviceFee: null,
      insurance: null,
      giftWrap: null,
      tip: null,
      total: 4000,
    },
    buyer: {
      id: `buyer-${number}`,
      name: 'A Buyer',
      fullAddress: '1 Somewhere Road, Singapore 000000',
      postalCode: '000000',
      phone: '+65 0000 0000',
      email: 'buyer@generated.test',
    },
    lines: listings.map((listing, place) => newLine(String(place), listing)),
    promotions: [],
  };
}

function newLine(lineId: string, listing: { item: string; variant: string }): ChannelOrderLine {
  return {
    lineId,
    isListed: true,
    itemId: listing.item,
    variantId: listing.variant,
    sku: null,
    marketplaceSku: null,
    name: 'A thing',
    variantName: null,
    unitPrice: 2000,
    originalPrice: 2000,
    total: 2000,
    ordered: 1,
    cancelled: 0,
    cancellations: [],
    sent: 0,
    returned: 0,
    restored: null,
    restoredAt: null,
    keptBy: 'seller',
    assignedAt: null,
    parts: [],
    fulfilled: false,
    returnStatus: null,
    shipmentProvider: null,
    trackingCode: null,
    unitIds: [],
  };
}

export interface Increments {
  readonly asked: number;
  readonly arrived: number;
  readonly ledgerEqualsStock: boolean;
}

/** Many adjustments of one quantity at the same moment: how many arrived. */
export async function measureIncrements(connection: pg.PoolConfig, asked: number): Promise<Increments> {
  const { ctx, pool, close } = benchContext(connection, 20);
  try {
    const { rows } = await pool.query<{ id: number; store_id: number; quantity: number; owner: number }>(
      `select v.id, v.store_id, v.quantity, p.user_id as owner from variants v
       join store_profiles p on p.store_id = v.store_id and p.role = 'owner'
       where v.live_listings > 0 order by v.id desc limit 1`,
    );
    const [variant] = rows;
    if (variant === undefined) throw new Error('There is no variant.');
    const one = { storeId: variant.store_id, variantId: variant.id, userId: variant.owner, units: 1 };
    await Promise.all(Array.from({ length: asked }, () => adjustQuantity(ctx, one)));
    const after = await pool.query<{ quantity: number; ledger: number }>(
      `select v.quantity, (select sum(adjustment)::integer from stock_movements m where m.variant_id = v.id) as ledger
       from variants v where v.id = $1`,
      [variant.id],
    );
    const { quantity = Number.NaN, ledger = Number.NaN } = after.rows[0] ?? {};
    return { asked, arrived: quantity - variant.quantity, ledgerEqualsStock: quantity === ledger };
  } finally {
    await close();
  }
}
