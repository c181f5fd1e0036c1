import type { ChannelKind } from '@evenstock/contract/channels/channels';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { adjustQuantity } from '../../modules/stock/changes/adjust-quantity.ts';
import { countsOf } from '../../modules/stock/ledger/recovery-counts.queries.ts';
import { comesBack, generationOf, heldOf, kindsOf, recover, type RecoveryTrace } from './recovery.ts';

/*
 * A database that went back with many SKUs at once, each changed in its own way since the backup. TEE is the trace's own.
 */

const MANY = Array.from({ length: 12 }, (_, place) => `MANY-${String(place)}`);
const CHANNELS: readonly ChannelKind[] = ['shopee', 'lazada', 'shopify'];
const START = 95;
const skus = Object.fromEntries(
  ['TEE', 'STILL', 'SOLD', 'ADJUSTED', 'EDITED', 'APART', ...MANY].map((code) => [code, START]),
);

type Numbers = Readonly<Record<string, readonly number[]>>;

function shown({ sandbox, shop }: RecoveryTrace, channel: ChannelKind, sku: string) {
  const found = sandbox.control.listings(channel, shop(channel).shop).find((listing) => listing.sku === sku);
  if (found === undefined) throw new Error(`The ${channel} shop has no ${sku}.`);
  return found;
}

/** What the shops show of each SKU, and after that the quantities of the ledger. */
async function numbersOf(trace: RecoveryTrace, codes: readonly string[]): Promise<Numbers> {
  const { rows } = await sql<{ sku: string; quantity: number }>`
    select sku, quantity from variants where merged_into_id is null order by id`.execute(trace.ctx.db);
  return Object.fromEntries(
    codes.map((code) => [
      code,
      [
        ...CHANNELS.map((channel) => shown(trace, channel, code).quantity),
        ...rows.filter(({ sku }) => sku === code).map(({ quantity }) => quantity),
      ],
    ]),
  );
}

function sells(trace: RecoveryTrace, channel: ChannelKind, sku: string, quantity: number): void {
  trace.clock.advance(1_000);
  trace.sandbox.control.placeOrder(channel, trace.shop(channel).shop, { lines: [{ sku, quantity }] });
}

async function adjusts(
  trace: RecoveryTrace,
  sku: string,
  units: number,
  channel: ChannelKind = 'shopee',
): Promise<void> {
  const { ctx, storeId } = trace;
  const { variant_id: variantId } = await ctx.db
    .selectFrom('variant_listings')
    .select('variant_id')
    .where('sku', '=', sku)
    .where('marketplace_id', '=', trace.shop(channel).marketplaceId)
    .executeTakeFirstOrThrow();
  await adjustQuantity(ctx, { storeId, variantId, userId: await trace.member(), units });
  trace.clock.advance(1_000);
  await ctx.runJobs();
}

function types(trace: RecoveryTrace, channel: ChannelKind, sku: string, quantity: number): void {
  const { variant_id: id } = shown(trace, channel, sku);
  trace.sandbox.control.editListing(channel, trace.shop(channel).shop, id, { quantity });
}

async function all(trace: RecoveryTrace, what: 'reads' | 'polls'): Promise<void> {
  for (const channel of CHANNELS) await trace[what](channel);
}

/** Merges the SKUs but for the one that stays apart. */
async function merged(trace: RecoveryTrace): Promise<void> {
  for (const code of Object.keys(skus)) {
    if (code !== 'TEE' && code !== 'APART') await trace.merge(code);
  }
  await trace.ctx.runJobs();
  await trace.waits(60);
}

/** What each SKU comes to: orders, members and a seller have changed them, and all shops show it. */
const LATER: Numbers = {
  STILL: [95, 95, 95, 95],
  SOLD: [85, 85, 85, 85],
  ADJUSTED: [102, 102, 102, 102],
  EDITED: [80, 80, 80, 80],
  APART: [85, 101, 95, 85, 101, 95],
  ...Object.fromEntries(MANY.map((code, place) => [code, Array.from({ length: 4 }, () => 94 - place)])),
};
const CODES = Object.keys(LATER);

async function changesAll(trace: RecoveryTrace): Promise<void> {
  sells(trace, 'shopee', 'SOLD', 10);
  sells(trace, 'shopee', 'APART', 10);
  for (const [place, code] of MANY.entries())
    sells(trace, CHANNELS[place % CHANNELS.length] ?? 'shopee', code, place + 1);
  await all(trace, 'polls');
  await adjusts(trace, 'ADJUSTED', 7);
  await adjusts(trace, 'APART', 6, 'lazada');
  await trace.waits(60);
  types(trace, 'lazada', 'EDITED', 80);
  await all(trace, 'reads');
  await trace.waits(120);
  await all(trace, 'polls');
  // Long enough after the last sale that each shop was written for certain.
  await trace.waits(360);
  expect(await numbersOf(trace, CODES)).toEqual(LATER);
}

describe('a backup put back under many SKUs', () => {
  it(
    'with the recovery log each is what it was, and nothing is asked',
    recover(
      async (trace) => {
        await merged(trace);
        const backup = await trace.backUp();
        await changesAll(trace);
        await comesBack(trace, backup);
        expect(await numbersOf(trace, CODES)).toEqual(LATER);
        expect(await kindsOf(trace)).toEqual(['database_recovered']);
        expect(await heldOf(trace)).toBe(0);
      },
      { skus },
    ),
  );

  it(
    'without it the shops tell each quantity, but for that of a shop that disagrees: a member counts it, and the others do not wait',
    recover(
      async (trace) => {
        const { ctx, storeId } = trace;
        await merged(trace);
        const backup = await trace.backUp();
        await changesAll(trace);
        types(trace, 'lazada', 'STILL', 90);
        await comesBack(trace, backup, { recoveryLog: false });
        expect(await numbersOf(trace, CODES)).toEqual({ ...LATER, STILL: [90, 90, 90, 95] });
        const asked = await countsOf(ctx.db, storeId, { perPage: 10, offset: 0 });
        expect(asked.rows.map(({ sku }) => sku)).toEqual(['STILL']);
        const { rows } = await sql<{ sku: string; adjustment: number }>`
          select v.sku, m.adjustment from stock_movements m join variants v on v.id = m.variant_id
          where m.cause like 'recount:%' order by v.sku`.execute(ctx.db);
        expect(rows).toEqual([
          { sku: 'ADJUSTED', adjustment: 7 },
          { sku: 'APART', adjustment: 6 },
          { sku: 'EDITED', adjustment: -15 },
        ]);
      },
      { skus },
    ),
  );

  it(
    'a number typed since the last look is given up: with the recovery log the quantity is kept and the shop is put back',
    recover(
      async (trace) => {
        await merged(trace);
        const backup = await trace.backUp();
        await changesAll(trace);
        types(trace, 'lazada', 'STILL', 90);
        await comesBack(trace, backup);
        expect(await numbersOf(trace, CODES)).toEqual(LATER);
        expect(await kindsOf(trace)).toEqual(['database_recovered']);
      },
      { skus },
    ),
  );

  it(
    'a shop that does not answer stays held alone; the others come back without it, and it follows',
    recover(
      async (trace) => {
        await merged(trace);
        const backup = await trace.backUp();
        await changesAll(trace);
        trace.sandbox.control.setFaults([{ channel: 'lazada', kind: 'error_500', rate: 1 }]);
        await trace.restore(backup);
        const written = trace.writes('lazada');
        for (const channel of ['shopee', 'shopify'] as const) await trace.reads(channel);
        await trace.waits(900);
        for (const channel of ['shopee', 'shopify'] as const) await trace.polls(channel);
        await trace.waits(60);
        await adjusts(trace, 'ADJUSTED', 2);
        expect((await numbersOf(trace, ['ADJUSTED']))['ADJUSTED']).toEqual([104, 102, 104, 104]);
        expect(trace.writes('lazada')).toBe(written);
        trace.sandbox.control.setFaults([]);
        await trace.waits(900);
        await trace.readsAndPolls();
        await trace.waits(300);
        expect(await numbersOf(trace, CODES)).toEqual({ ...LATER, ADJUSTED: [104, 104, 104, 104] });
        expect(await heldOf(trace)).toBe(0);
      },
      { skus },
    ),
  );
});

describe('a replica that lacks the last seconds of many SKUs', () => {
  it(
    'is noticed before the next claim, and each SKU comes to what it was',
    recover(
      async (trace) => {
        await merged(trace);
        const backup = await trace.backUp();
        await changesAll(trace);
        await trace.failOver(backup);
        const before = trace.written();
        await adjusts(trace, 'STILL', 2);
        expect(trace.written()).toBe(before);
        expect(await generationOf(trace)).toBe(2);
        await trace.readsAndPolls();
        await trace.waits(900);
        expect(await numbersOf(trace, CODES)).toEqual({ ...LATER, STILL: [97, 97, 97, 97] });
        expect(await kindsOf(trace)).toEqual(['database_recovered']);
      },
      { skus },
    ),
  );
});
