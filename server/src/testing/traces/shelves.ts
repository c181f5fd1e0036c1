import type { ChannelKind } from '@evenstock/contract/channels/channels';
import { sql } from 'kysely';
import { makeSet, switchSets } from '../make-set.ts';
import { tell, type Trace } from './trace.ts';

export const A: ChannelKind = 'shopee';
export const B: ChannelKind = 'shopify';

/** A trace with two SKUs, TEE 10 and CUP 7, and two sets of them: BOX of 2 TEE and 1 CUP, DUO of 1 and 1; all in both shops. */
export interface Shelves extends Trace {
  readonly ids: Readonly<Record<Sku, number>>;
  showsOf(channel: ChannelKind, sku: Sku): number;
  /** Quantities of TEE, CUP, BOX, DUO, and then what shop B shows of them. */
  numbers(): Promise<number[][]>;
  /** Movements since the sets were made. */
  moved(sku: Sku): Promise<(readonly [string, number])[]>;
  sellsOf(channel: ChannelKind, sku: Sku, units: number): string;
  typesOf(channel: ChannelKind, sku: Sku, quantity: number): void;
  cancelsOf(channel: ChannelKind, number: string, sku: Sku, units: number): void;
  /** A member says what a SKU is made of: units by SKU. */
  makes(sku: Sku, parts: Partial<Record<Sku, number>>): Promise<void>;
  /** All shops are read, their orders polled past that, and the shops written. */
  settles(): Promise<void>;
}

export type Sku = 'TEE' | 'CUP' | 'BOX' | 'DUO';
const all: readonly Sku[] = ['TEE', 'CUP', 'BOX', 'DUO'];
export const begin = { TEE: 10, CUP: 7, BOX: 3, DUO: 2 } as const;

/** The words of a trace about sets, for one whose market has its SKUs. */
export async function withShelves(trace: Trace): Promise<Shelves> {
  const { ctx, clock, sandbox, storeId } = trace;
  const ids: Record<Sku, number> = { TEE: trace.variantId, CUP: 0, BOX: 0, DUO: 0 };
  for (const sku of ['CUP', 'BOX', 'DUO'] as const) ids[sku] = await trace.merge(sku);
  await switchSets(ctx, storeId, true);
  await ctx.runJobs();
  let before = 0;
  const listing = (channel: ChannelKind, sku: Sku) => {
    const found = sandbox.control.listings(channel, trace.shop(channel).shop).find((l) => l.sku === sku);
    if (found === undefined) throw new Error(`The ${channel} shop has no ${sku}.`);
    return found;
  };
  const shelves: Shelves = {
    ...trace,
    ids,
    showsOf: (channel, sku) => listing(channel, sku).quantity,
    async numbers() {
      const quantities = await Promise.all(all.map((sku) => trace.quantity(ids[sku])));
      return [quantities, all.map((sku) => listing(B, sku).quantity)];
    },
    async moved(sku) {
      const { rows } = await sql<{ cause: string; adjustment: number }>`
        select cause, adjustment from stock_movements where variant_id = ${ids[sku]} and id > ${before} order by id`.execute(
        ctx.db,
      );
      return rows.map(({ cause, adjustment }) => [cause.replace(/^line:\d+/, 'line'), adjustment] as const);
    },
    sellsOf(channel, sku, units) {
      clock.advance(1_000);
      const placed = sandbox.control.placeOrder(channel, trace.shop(channel).shop, {
        lines: [{ sku, quantity: units }],
      });
      clock.advance(1_000);
      return placed.number;
    },
    typesOf(channel, sku, quantity) {
      sandbox.control.editListing(channel, trace.shop(channel).shop, listing(channel, sku).variant_id, {
        quantity,
      });
    },
    cancelsOf(channel, number, sku, units) {
      clock.advance(1_000);
      sandbox.control.orderEvent(channel, trace.shop(channel).shop, number, 'cancel', {
        lines: [{ sku, quantity: units }],
      });
      clock.advance(1_000);
    },
    async makes(sku, parts) {
      const named = all.flatMap((part) => {
        const units = parts[part];
        return units === undefined ? [] : [{ variant_id: ids[part], units }];
      });
      await makeSet(ctx, { storeId, userId: await trace.member() }, { setId: ids[sku], parts: named });
      await ctx.runJobs();
      clock.advance(2_000);
    },
    async settles() {
      for (const { channel } of trace.shops) await trace.reads(channel);
      await trace.waits(150);
      for (const { channel } of trace.shops) await trace.polls(channel);
      await trace.waits(60);
    },
  };
  await shelves.makes('BOX', { TEE: 2, CUP: 1 });
  await shelves.makes('DUO', { TEE: 1, CUP: 1 });
  const { rows } = await sql<{ id: number }>`select max(id) as id from stock_movements`.execute(ctx.db);
  before = rows[0]?.id ?? 0;
  return shelves;
}

/** Runs a trace of sets in a market of its own. */
export function tellOfSets(
  play: (shelves: Shelves) => Promise<void>,
  options: Parameters<typeof tell>[1] = {},
): () => Promise<void> {
  return tell(async (trace) => play(await withShelves(trace)), { skus: begin, ...options });
}
