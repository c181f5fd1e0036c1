import type { ChannelKind } from '@evenstock/contract/channels/channels';
import { sql } from 'kysely';
import type { StockMovement } from '@evenstock/contract/stock/stock';
import { adjustQuantity } from '../../modules/stock/changes/adjust-quantity.ts';
import type { MovementReason } from '../../modules/stock/ledger/movement.ts';
import { sweepStock } from '../../modules/stock/sweep-stock.ts';
import { stockCalls } from '../stock-calls.ts';
import { createMarket, type Market, type MarketOptions } from '../market.ts';

type Entry = Pick<StockMovement, 'adjustment' | 'action' | 'source_type'> & { readonly cause: string };

/** A market with one merged SKU, and the steps of which traces are made. A listing is read only where a trace asks for it. */
export interface Trace extends Market {
  readonly variantId: number;
  /** What a shop shows. */
  shows(channel: ChannelKind): number;
  /** The ledger's number. */
  quantity(variantId?: number): Promise<number>;
  /** The ledger since the trace began, oldest first. */
  entries(variantId?: number): Promise<Entry[]>;
  bookings(): Promise<Entry[]>;
  flag(channel: ChannelKind): Promise<string | null>;
  /** A buyer buys; the notice does not arrive. */
  sells(channel: ChannelKind, units: number): string;
  /** The seller types a number into a shop's own page. */
  types(channel: ChannelKind, quantity: number, reserved?: number): void;
  cancels(channel: ChannelKind, number: string, units?: number): void;
  reads(channel: ChannelKind): Promise<void>;
  polls(channel: ChannelKind): Promise<void>;
  adjusts(units: number, reason?: MovementReason): Promise<void>;
  /** A member's adjustment whose pushes nobody has taken up yet. */
  claims(units: number, reason?: MovementReason): Promise<void>;
  /** Time goes by, with sweeps and whatever falls due. */
  waits(seconds: number): Promise<void>;
  /** Somebody of the team. */
  member(): Promise<number>;
  /** Writes that arrived at a shop. */
  writes(channel: ChannelKind): number;
}

const SKU = 'TEE';
const SWEEP_MS = 30_000;

export async function createTrace(
  options: MarketOptions & { readonly start?: number; readonly isMerged?: boolean } = {},
): Promise<Trace> {
  const market = await createMarket({
    channels: ['shopee', 'shopify'],
    skus: { [SKU]: options.start ?? 10 },
    ...options,
  });
  const { ctx, clock, sandbox } = market;
  const variantId = options.isMerged === false ? 0 : await market.merge(SKU);
  await ctx.runJobs();
  market.setNotices(false);
  clock.advance(10_000);
  const before = await newestMovement(market);
  const listing = (channel: ChannelKind) => {
    const found = sandbox.control.listings(channel, market.shop(channel).shop).find((l) => l.sku === SKU);
    if (found === undefined) throw new Error(`The ${channel} shop has no ${SKU}.`);
    return found;
  };
  const trace: Trace = {
    ...market,
    variantId,
    shows: (channel) => listing(channel).quantity,
    async quantity(id = variantId) {
      const row = await ctx.db
        .selectFrom('variants')
        .select('quantity')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      return row.quantity;
    },
    async entries(id = variantId) {
      const { rows } = await sql<Entry>`
        select adjustment, action, source_type, cause from stock_movements
        where variant_id = ${id} and id > ${before} order by id`.execute(ctx.db);
      return rows;
    },
    async bookings() {
      return (await trace.entries()).filter(({ cause }) => cause.startsWith('epoch:'));
    },
    async flag(channel) {
      const row = await ctx.db
        .selectFrom('listing_stocks')
        .select('flag')
        .where('marketplace_id', '=', market.shop(channel).marketplaceId)
        .executeTakeFirstOrThrow();
      return row.flag;
    },
    sells(channel, units) {
      clock.advance(1_000);
      const placed = sandbox.control.placeOrder(channel, market.shop(channel).shop, {
        lines: [{ sku: SKU, quantity: units }],
      });
      clock.advance(1_000);
      return placed.number;
    },
    types(channel, quantity, reserved) {
      sandbox.control.editListing(channel, market.shop(channel).shop, listing(channel).variant_id, {
        quantity,
        ...(reserved === undefined ? {} : { reserved }),
      });
    },
    cancels(channel, number, units) {
      clock.advance(1_000);
      sandbox.control.orderEvent(channel, market.shop(channel).shop, number, 'cancel', {
        ...(units === undefined ? {} : { lines: [{ sku: SKU, quantity: units }] }),
      });
      clock.advance(1_000);
    },
    async reads(channel) {
      clock.advance(2_000);
      await market.pull(market.shop(channel), 'listings', 'reconcile');
      clock.advance(2_000);
    },
    async polls(channel) {
      clock.advance(2_000);
      await market.pull(market.shop(channel), 'orders');
      clock.advance(2_000);
    },
    async claims(units, reason) {
      await adjustQuantity(ctx, {
        storeId: market.storeId,
        variantId,
        userId: await member(market),
        units,
        reason,
      });
    },
    async adjusts(units, reason) {
      await trace.claims(units, reason);
      await ctx.runJobs();
      clock.advance(2_000);
    },
    async waits(seconds) {
      const until = clock.now().getTime() + seconds * 1000;
      while (clock.now().getTime() < until) {
        clock.advance(Math.min(SWEEP_MS, until - clock.now().getTime()));
        await sandbox.runDue();
        await sweepStock(ctx);
        await ctx.runJobs();
      }
    },
    member: () => member(market),
    writes(channel) {
      const calls = sandbox.control.calls(channel, market.shop(channel).shop);
      return calls.filter(
        ({ call, path, body }) =>
          `${call} ${path} ${body}`.includes(stockCalls[channel]) && !/query/i.test(call),
      ).length;
    },
  };
  return trace;
}

async function newestMovement({ ctx }: Market): Promise<number> {
  const row = await ctx.db
    .selectFrom('stock_movements')
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirst();
  return row?.id ?? 0;
}

async function member({ ctx }: Market): Promise<number> {
  const now = ctx.clock.now();
  const known = await ctx.db.selectFrom('users').select('id').executeTakeFirst();
  if (known !== undefined) return known.id;
  const { id } = await ctx.db
    .insertInto('users')
    .values({ email: 'member@market.test', created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Runs a trace in a market of its own. */
export function tell(
  play: (trace: Trace) => Promise<void>,
  options: Parameters<typeof createTrace>[0] = {},
): () => Promise<void> {
  return async () => {
    const trace = await createTrace(options);
    try {
      await play(trace);
    } finally {
      await trace.close();
    }
  };
}

/** A channel that is written without being read first. */
export const plain = { readBeforeWrite: false, compareAndSet: false } as const;
