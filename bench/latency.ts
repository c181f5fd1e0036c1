import { setTimeout as pause } from 'node:timers/promises';
import { drilledChannels, type Shop } from '@evenstock/server/testing/crash/shops';
import { percentile } from './compare.ts';
import type { Installation } from './installation.ts';

export interface LatencyFigures {
  readonly ordersPerSecond: number;
  readonly bought: number;
  /** Whose units every other marketplace has acknowledged. */
  readonly settled: number;
  readonly p50: number;
  readonly p95: number;
}

/** How long after the last purchase pushes may still be under way. */
const PATIENCE_MS = 180_000;

/** One shop on each of three channels with the same SKUs, pulled, merged, in sync. */
export async function openThreeShops(installation: Installation, skus: readonly string[]): Promise<Shop[]> {
  const { shops, control, query } = installation;
  const team = await installation.openStore();
  const opened: Shop[] = [];
  for (const channel of drilledChannels) {
    const shop = await shops.open(channel, `Bench ${channel}`, [], 0);
    const items = skus.map((sku) => ({
      name: `Item ${sku}`,
      sku,
      variants: [{ sku, price: 10, quantity: 1000 }],
    }));
    await control('POST', `/${channel}/${shop.id}/listings`, { items });
    await team.connect(shop);
    opened.push(shop);
  }
  const ids = opened.map(({ id }) => id);
  await until(async () => {
    const rows = await query<{ listings: number }>(
      `select count(*)::integer as listings from listing_stocks s join variant_listings l on l.id = s.variant_listing_id
       where l.sku = any($1) and s.counted_from is not null`,
      [skus],
    );
    return rows[0]?.listings === skus.length * ids.length;
  });
  await team.switchSyncOn();
  await team.mergeBySku();
  await until(async () => {
    const rows = await query<{ merged: number }>(
      'select count(*)::integer as merged from variants where sku = any($1) and live_listings = 3 and merged_into_id is null',
      [skus],
    );
    return rows[0]?.merged === skus.length;
  });
  // Nothing was sold meanwhile: pushes need not wait until the orders have been polled.
  await query('update listing_stocks set held = false, hold_since = null');
  return opened;
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + 600_000;
  while (!(await isSo())) {
    await pause(500);
    if (performance.now() > end) throw new Error('The shops were not ready in time.');
  }
}

/**
 * Buyers place this many orders a second over the three shops, each of another SKU. Measures the time from the purchase until the
 * last other marketplace acknowledged the new quantity.
 */
export async function measureLatency(
  { query }: Installation,
  shops: readonly Shop[],
  skus: readonly string[],
  ordersPerSecond: number,
): Promise<LatencyFigures> {
  const bought = new Map<string, number>();
  const began = performance.now();
  const purchases = skus.map(async (sku, index) => {
    await pause(Math.max(0, (index * 1000) / ordersPerSecond - (performance.now() - began)));
    const shop = shops[index % shops.length];
    if (shop === undefined) return;
    const at = Date.now();
    const number = await shop.buy(sku, 1);
    if (number !== null) bought.set(number, at);
  });
  await Promise.all(purchases);
  const settled = async () =>
    query<{ number: string; acknowledged: Date }>(
      // Each SKU is sold once: the first write of its other listings is the sale's, whether the order or the read reported it first.
      `select o.number, max(first.answered_at) as acknowledged
       from orders o
       join order_items i on i.order_id = o.id
       join variant_listings l on l.variant_id = i.variant_id and l.marketplace_id <> o.marketplace_id
       cross join lateral (
         select min(a.answered_at) as answered_at from listing_stock_movements a
         where a.variant_listing_id = l.id and a.state = 'success') first
       where o.number = any($1) and first.answered_at is not null
       group by o.number having count(distinct l.marketplace_id) = $2`,
      [[...bought.keys()], shops.length - 1],
    );
  let rows = await settled();
  for (const end = performance.now() + PATIENCE_MS; rows.length < bought.size && performance.now() < end;) {
    await pause(500);
    rows = await settled();
  }
  const waits = rows.map(({ number, acknowledged }) => acknowledged.getTime() - (bought.get(number) ?? 0));
  return {
    ordersPerSecond,
    bought: bought.size,
    settled: rows.length,
    p50: percentile(waits, 0.5),
    p95: percentile(waits, 0.95),
  };
}
