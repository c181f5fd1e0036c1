import { connectors as realConnectors } from '@evenstock/connectors/registry';
import type { ChannelFacts } from '@evenstock/connectors/kit/connector';
import { channelKinds, channels, type ChannelKind } from '@evenstock/contract/channels/channels';
import { createSandbox, type Sandbox } from '@evenstock/sandbox/sandbox';
import { sql } from 'kysely';
import type { Context, Settings } from '../context.ts';
import { mergeVariants } from '../modules/catalog/merges/merge-variants.ts';
import { openTransport } from '../modules/connections/calls/channel-transport.ts';
import { storeCredentials } from '../modules/connections/calls/credentials.queries.ts';
import { sealCredentials } from '../modules/connections/calls/credentials.ts';
import { beginPull } from '../modules/pulls/pulls.ts';
import { noticeAddress } from '../modules/connections/inbox/receive-notice.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import { createTestClock, createTestContext, type TestClock, type TestContext } from './context.ts';
import { appsOf, receive } from './sandbox.ts';

/** A shop of the sandbox that is connected to the store. */
export interface ConnectedShop {
  readonly channel: ChannelKind;
  /** The sandbox's id of it. */
  readonly shop: string;
  readonly marketplaceId: number;
}

/** A call to a marketplace, as the network carries it. */
export type Network = (
  call: { readonly url: string; readonly body: string },
  go: () => Promise<Response>,
) => Promise<Response>;

export interface MarketOptions {
  readonly seed?: number | string;
  readonly channels?: readonly ChannelKind[];
  /** What a channel is like, where a trace wants it other than it is. */
  readonly facts?: Partial<Record<ChannelKind, Partial<ChannelFacts>>>;
  /** Quantities by SKU that every shop begins with. */
  readonly skus?: Readonly<Record<string, number>>;
  /** Where the recovery log is kept; nowhere unless given. */
  readonly recoveryFolder?: string;
  readonly settings?: Partial<Settings>;
  /** How long a call takes on its way there and back again. */
  readonly travelMs?: () => number;
}

/** A store whose shops are the sandbox's, with Inventory Sync on: everything in one process, on one clock. */
export interface Market {
  readonly ctx: TestContext;
  readonly clock: TestClock;
  readonly sandbox: Sandbox;
  readonly storeId: number;
  readonly shops: readonly ConnectedShop[];
  shop(channel: ChannelKind): ConnectedShop;
  /** Puts something between the program and the marketplaces; null: nothing. */
  setNetwork(network: Network | null): void;
  /** Whether notices arrive. */
  setNotices(arrive: boolean): void;
  pull(
    shop: ConnectedShop,
    kind: 'listings' | 'orders' | 'returns',
    scope?: 'first' | 'poll' | 'reconcile',
  ): Promise<void>;
  /** Reads every listing and polls every shop's orders past that, so that pushes are free to go; runs what follows. */
  openPushes(): Promise<void>;
  /** Joins the SKUs of one code. */
  merge(sku: string, quantity?: 'highest' | 'lowest'): Promise<number>;
  close(): Promise<void>;
}

const START = new Date('2026-11-01T01:00:00Z');

/** Fills the shops, connects and counts them. Nothing is merged yet. */
export async function createMarket(options: MarketOptions = {}): Promise<Market> {
  const clock = createTestClock(START);
  const channels = options.channels ?? ['shopee', 'lazada', 'shopify'];
  const travel = options.travelMs ?? (() => 5);
  let network: Network | null = null;
  let arrive = true;
  let delivered: Promise<unknown> = Promise.resolve();
  const sandbox = createSandbox({
    seed: options.seed ?? 1,
    content: 'none',
    clock,
    deliver: (request) => {
      if (!arrive) return Promise.resolve({ status: 200, body: '' });
      // One after the other, so that a run follows from its seed.
      const answer = delivered.then(() => receive(ctx, request));
      delivered = answer.catch(() => undefined);
      return answer;
    },
  });
  const travelling: typeof fetch = async (input, init) => {
    clock.advance(travel());
    const request = {
      url: input instanceof Request ? input.url : input.toString(),
      body: typeof init?.body === 'string' ? init.body : '',
    };
    // Time-outs follow the market's clock, not how long a machine takes to play it.
    const go = () => sandbox.fetch(input, { ...init, signal: null });
    const response = await (network === null ? go() : network(request, go));
    clock.advance(travel());
    return response;
  };
  const ctx: TestContext = await createTestContext({
    clock,
    apps: appsOf(sandbox),
    fetch: travelling,
    connectors: withFacts(options.facts ?? {}),
    ...(options.settings === undefined ? {} : { settings: options.settings }),
    ...(options.recoveryFolder === undefined ? {} : { recoveryFolder: options.recoveryFolder }),
  });
  await ctx.generation.agree(ctx);
  const storeId = await addStore(ctx);
  const shops: ConnectedShop[] = [];
  for (const channel of channels) {
    sandbox.control.setWebhook(channel, noticeAddress(ctx.settings.publicUrl, channel));
    const { shop } = sandbox.control.addShop({ channel, name: `${channel} shop` });
    for (const [sku, quantity] of Object.entries(options.skus ?? { TEE: 10 })) {
      sandbox.control.addListings(channel, shop, { sku, quantity, name: `The ${sku}` });
    }
    shops.push(await connectShop(ctx, sandbox, storeId, channel, shop));
  }
  const market: Market = {
    ctx,
    clock,
    sandbox,
    storeId,
    shops,
    shop(channel) {
      const found = shops.find((shop) => shop.channel === channel);
      if (found === undefined) throw new Error(`There is no ${channel} shop in this market.`);
      return found;
    },
    setNetwork(next) {
      network = next;
    },
    setNotices(next) {
      arrive = next;
    },
    async pull(shop, kind, scope = 'poll') {
      await inTransaction(ctx.db, (tx) =>
        beginPull(tx, ctx, { storeId, marketplaceId: shop.marketplaceId, kind, scope }),
      );
      await ctx.runJobs();
      // Some marketplaces put a list together first.
      for (let at = await resting(ctx); at !== null; at = await resting(ctx)) {
        clock.set(at);
        await ctx.runJobs();
      }
    },
    async openPushes() {
      for (const shop of shops) await market.pull(shop, 'listings', 'reconcile');
      clock.advance(LONGEST_LAG_MS);
      for (const shop of shops) await market.pull(shop, 'orders');
    },
    async merge(sku, quantity = 'highest') {
      const rows = await ctx.db
        .selectFrom('variants')
        .select('id')
        .where('sku', '=', sku)
        .where('merged_into_id', 'is', null)
        .execute();
      const variantIds = rows.map(({ id }) => id);
      const merged = await mergeVariants(ctx, { storeId, variantIds, quantity, userId: null });
      return merged ?? variantIds[0] ?? 0;
    },
    async close() {
      await sandbox.close();
      await ctx.close();
    },
  };
  await market.openPushes();
  return market;
}

/** When the pulls that wait for their marketplace continue; null if none waits. */
async function resting({ db, clock }: TestContext): Promise<Date | null> {
  const { rows } = await sql<{ at: Date }>`
    select resume_at as at from marketplace_pulls where state = 'running' and resume_at > ${clock.now()}
    union select resume_at from operations where finished_at is null and resume_at > ${clock.now()}
    order by at limit 1`.execute(db);
  return rows[0]?.at ?? null;
}

/** More than the longest time that any channel takes to list an order. */
const LONGEST_LAG_MS = 130_000;

function withFacts(facts: NonNullable<MarketOptions['facts']>): Context['connectors'] {
  const changed = (channel: ChannelKind) => ({
    ...realConnectors[channel],
    facts: { ...realConnectors[channel].facts, ...facts[channel] },
  });
  return {
    ...realConnectors,
    ...Object.fromEntries(channelKinds.map((channel) => [channel, changed(channel)])),
  };
}

async function addStore(ctx: TestContext): Promise<number> {
  const now = ctx.clock.now();
  const { id } = await ctx.db
    .insertInto('stores')
    .values({
      slug: 'market',
      name: 'Market',
      country: 'sg',
      can_sync_quantity: true,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The name of a shop that a merchant of this market types in where its channel asks for one. */
export function typedNameOf(channel: ChannelKind, shop: string): string | null {
  const named = channels[channel].shopName;
  if (named === null) return null;
  return named.domain === null ? `${channel} shop` : shop;
}

/** Connects a shop as its seller's consent would. */
async function connectShop(
  ctx: TestContext,
  sandbox: Sandbox,
  storeId: number,
  channel: ChannelKind,
  shop: string,
): Promise<ConnectedShop> {
  const now = ctx.clock.now();
  const app = ctx.apps[channel];
  if (app === undefined) throw new Error(`The sandbox has no ${channel}.`);
  const connector = ctx.connectors[channel];
  const { id } = await ctx.db
    .insertInto('marketplaces')
    .values({
      store_id: storeId,
      slug: channel,
      name: channel,
      channel,
      state: 'verified',
      verified_at: now,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const http = openTransport(ctx, {
    channel,
    limits: connector.limits,
    appId: app.id,
    shop,
    urgency: 'normal',
    clockOffsetMs: 0,
  });
  const query = sandbox.control.grant(channel, shop, { state: 'a-state' });
  const credentials = await connector.authorisation.complete(app, http, query, typedNameOf(channel, shop));
  await storeCredentials(
    ctx.db,
    id,
    sealCredentials(ctx.encryption, { storeId, marketplaceId: id }, credentials),
    now,
  );
  await sql`update marketplaces set channel_shop_id = ${credentials.shopId}, shop_name = ${shop} where id = ${id}`.execute(
    ctx.db,
  );
  if (connector.webhooks?.subscribe != null) {
    const subscribe = connector.webhooks.subscribe;
    await subscribe({ app, credentials, http }, noticeAddress(ctx.settings.publicUrl, channel));
  }
  return { channel, shop, marketplaceId: id };
}
