import type { ChannelReturn } from '@evenstock/connectors/kit/capabilities';
import { channelKinds, type ChannelKind } from '@evenstock/contract/channels/channels';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMarket, type Market } from '../../testing/market.ts';
import { recordReturn } from './record-return.ts';

/** Channels that report returns. */
const returning: readonly ChannelKind[] = [
  'shopee',
  'lazada',
  'shopify',
  'tiktok',
  'tokopedia',
  'qoo10',
  'amazon-sg',
];

let market: Market;

beforeAll(async () => {
  market = await createMarket({ channels: [...channelKinds], skus: { TEE: 500 } });
  for (const { channel } of market.shops) {
    if (returning.includes(channel)) await market.pull(market.shop(channel), 'returns');
  }
});
afterAll(() => market.close());
beforeEach(() => {
  market.setNotices(true);
  market.setNetwork(null);
});

async function settle(): Promise<void> {
  do await market.sandbox.runDue();
  while ((await market.ctx.runJobs()).length > 0);
}

const happen = (channel: ChannelKind, number: string, event: Parameters<typeof control.orderEvent>[3]) => {
  market.clock.advance(5_000);
  control.orderEvent(channel, market.shop(channel).shop, number, event, {});
};
let control: Market['sandbox']['control'];
beforeAll(() => {
  ({ control } = market.sandbox);
});

/** Imports an order that its buyer has received. */
async function delivered(channel: ChannelKind, quantity = 2): Promise<string> {
  const { shop } = market.shop(channel);
  const { number } = control.placeOrder(channel, shop, { lines: [{ sku: 'TEE', quantity }] });
  for (const event of ['ship', 'deliver'] as const) happen(channel, number, event);
  market.clock.advance(130_000);
  await market.pull(market.shop(channel), 'orders');
  return number;
}

/** Reads orders and returns in the sequence of the schedule. */
async function poll(channel: ChannelKind): Promise<void> {
  market.clock.advance(130_000);
  await market.pull(market.shop(channel), 'orders');
  await market.pull(market.shop(channel), 'returns');
}

async function orderRow(channel: ChannelKind, number: string) {
  const { marketplaceId } = market.shop(channel);
  const { rows } = await sql<{
    id: number;
    state: string;
    state_reason: string | null;
    returned: number;
    returns: number;
    return_state: string | null;
    matched: number;
  }>`
    select o.id, o.state, o.state_reason,
      (select sum(i.returned)::int from order_items i where i.order_id = o.id) as returned,
      (select count(*)::int from order_returns r where r.order_id = o.id) as returns,
      (select r.state from order_returns r where r.order_id = o.id order by id desc limit 1) as return_state,
      (select coalesce(sum(l.units), 0)::int from order_return_lines l join order_items i on i.id = l.order_item_id
        where i.order_id = o.id) as matched
    from orders o where o.marketplace_id = ${marketplaceId} and o.number = ${number}`.execute(market.ctx.db);
  const [row] = rows;
  if (row === undefined) throw new Error(`The order ${number} is not here.`);
  return row;
}

/** The entries of the ledger that the buyer's order made for the SKU. */
async function quantity(channel: ChannelKind): Promise<number> {
  const { rows } = await sql<{ quantity: number }>`
    select v.quantity from variants v join variant_listings l on l.variant_id = v.id
    where l.marketplace_id = ${market.shop(channel).marketplaceId}`.execute(market.ctx.db);
  return rows[0]?.quantity ?? NaN;
}

describe.each(returning)('a return at %s', (channel) => {
  it('that is requested is an outstanding issue; once it has ended the order is completed, and stock is unchanged', async () => {
    market.setNotices(false);
    const number = await delivered(channel);
    const before = await quantity(channel);
    happen(channel, number, 'request_return');
    await poll(channel);
    expect(await orderRow(channel, number)).toMatchObject({
      state: 'outstanding_issues',
      state_reason: 'orders.return_requested',
      returns: 1,
      matched: 2,
    });
    // A second read does not record it again.
    await poll(channel);
    expect((await orderRow(channel, number)).returns).toBe(1);
    happen(channel, number, 'return');
    await poll(channel);
    expect(await orderRow(channel, number)).toMatchObject({
      state: 'completed',
      returns: 1,
      return_state: 'accepted',
      returned: 2,
    });
    expect(await quantity(channel)).toBe(before);
  });
});

it('the pictures that a buyer gave at Lazada are kept with the return', async () => {
  const number = await delivered('lazada');
  happen('lazada', number, 'request_return');
  await poll('lazada');
  const kept = await market.ctx.db
    .selectFrom('order_returns')
    .select('pictures')
    .where('order_number', '=', number)
    .execute();
  expect(kept).toEqual([{ pictures: [expect.stringMatching(/^http/) as string] }]);
});

describe('between polls', () => {
  it.each(['shopee', 'lazada', 'tiktok'] as const)(
    'a notice of %s names the return: it is read at once',
    async (channel) => {
      const number = await delivered(channel);
      happen(channel, number, 'request_return');
      market.clock.advance(5_000);
      await settle();
      expect(await orderRow(channel, number)).toMatchObject({ state: 'outstanding_issues', returns: 1 });
    },
  );

  it('an order that is reported as being returned has its returns polled', async () => {
    const number = await delivered('shopify');
    happen('shopify', number, 'request_return');
    market.clock.advance(5_000);
    await settle();
    expect(await orderRow('shopify', number)).toMatchObject({ state: 'outstanding_issues', returns: 1 });
  });
});

describe('in whatever sequence they arrive', () => {
  const at = (seconds: number) => new Date(market.clock.now().getTime() + seconds * 1000);
  const told = (number: string, more: Partial<ChannelReturn>): ChannelReturn => ({
    returnId: `R-${number}`,
    order: { number, channelId: null },
    rawState: 'REQUESTED',
    state: 'pending',
    canAccept: true,
    canDispute: true,
    reason: null,
    textReason: null,
    disputeReason: null,
    disputeTextReason: null,
    pictures: [],
    trackingNumber: null,
    refundAmount: 100,
    currency: 'SGD',
    createdAt: at(0),
    updatedAt: at(0),
    dueAt: null,
    lines: [{ lineId: null, itemId: null, variantId: null, sku: 'TEE', name: 'Tee', units: 1, price: 100 }],
    ...more,
  });
  const scope = () => ({ storeId: market.storeId, marketplaceId: market.shop('shopee').marketplaceId });

  it('an older state of a return changes nothing, nor does the same one reported again', async () => {
    const number = await delivered('shopee');
    const over = told(number, {
      state: 'accepted',
      rawState: 'ACCEPTED',
      canAccept: false,
      updatedAt: at(60),
    });
    await recordReturn(market.ctx, scope(), over, at(61));
    await recordReturn(market.ctx, scope(), told(number, {}), at(70));
    await recordReturn(market.ctx, scope(), over, at(61));
    expect(await orderRow('shopee', number)).toMatchObject({
      // The other unit is still with the carrier.
      state: 'shipped',
      returns: 1,
      return_state: 'accepted',
      returned: 1,
    });
  });

  it('two workers that read the same new return record it once', async () => {
    const number = await delivered('shopee');
    await Promise.all([1, 2, 3].map(() => recordReturn(market.ctx, scope(), told(number, {}), at(1))));
    expect(await orderRow('shopee', number)).toMatchObject({ returns: 1, matched: 1 });
  });

  it('a return whose order is not here fetches it', async () => {
    market.setNotices(false);
    const { shop } = market.shop('shopee');
    const { number } = control.placeOrder('shopee', shop, { lines: [{ sku: 'TEE', quantity: 1 }] });
    for (const event of ['ship', 'deliver', 'request_return'] as const) happen('shopee', number, event);
    market.clock.advance(130_000);
    await market.pull(market.shop('shopee'), 'returns');
    expect(await orderRow('shopee', number)).toMatchObject({ state: 'outstanding_issues', matched: 1 });
  });

  it('a return whose order its marketplace does not know yet waits for it', async () => {
    market.setNotices(false);
    const { shop } = market.shop('shopee');
    const { number } = control.placeOrder('shopee', shop, { lines: [{ sku: 'TEE', quantity: 1 }] });
    for (const event of ['ship', 'deliver', 'request_return'] as const) happen('shopee', number, event);
    market.clock.advance(130_000);
    // The marketplace reports no order for now.
    market.setNetwork(async ({ url }, go) => {
      const answer = await go();
      if (!url.includes('get_order_detail')) return answer;
      return Response.json({ error: '', message: '', request_id: 'r', response: { order_list: [] } });
    });
    await market.pull(market.shop('shopee'), 'returns');
    const waiting =
      await sql`select from order_returns where order_id is null and order_number = ${number}`.execute(
        market.ctx.db,
      );
    expect(waiting.rows).toHaveLength(1);
    market.setNetwork(null);
    await market.pull(market.shop('shopee'), 'orders', 'reconcile');
    await settle();
    expect(await orderRow('shopee', number)).toMatchObject({
      state: 'outstanding_issues',
      returns: 1,
      matched: 1,
    });
  });
});

it('a return that cannot be read is quarantined with its reason, and members are notified', async () => {
  market.setNotices(false);
  const number = await delivered('shopee');
  happen('shopee', number, 'request_return');
  market.clock.advance(130_000);
  market.setNetwork(async ({ url }, go) => {
    const answer = await go();
    if (!url.includes('get_return_list')) return answer;
    return Response.json(JSON.parse((await answer.text()).replaceAll('"create_time"', '"made"')));
  });
  await market.pull(market.shop('shopee'), 'returns');
  const kinds = await sql<{ kind: string }>`select distinct kind from quarantined_records`.execute(
    market.ctx.db,
  );
  expect(kinds.rows).toEqual([{ kind: 'return' }]);
  const told = await sql<{
    kind: string;
  }>`select kind from store_notifications where resolved_at is null`.execute(market.ctx.db);
  expect(told.rows).toContainEqual({ kind: 'returns_unreadable' });
  market.setNetwork(null);
  await market.pull(market.shop('shopee'), 'returns', 'reconcile');
  const left = await sql`select from quarantined_records`.execute(market.ctx.db);
  expect(left.rows).toEqual([]);
});
