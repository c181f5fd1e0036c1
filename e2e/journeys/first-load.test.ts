import { readFileSync } from 'node:fs';
import { listOrders } from '@evenstock/contract/orders/orders';
import { pullMarketplace } from '@evenstock/contract/pulls/pulls';
import { listMarketplaces } from '@evenstock/contract/marketplaces/marketplaces';
import { expect, it } from 'vitest';
import { packageReportFile, type PackageReport } from '../../web/bundling/package-report.ts';
import { newAccount, type Account } from '../accounts.ts';
import { enter, visit } from '../browser.ts';
import { control } from '../control.ts';
import { connectShop, newShopId, newStore } from '../stores.ts';
import { until } from '../until.ts';

/* What a slow line brings until the orders list shows its rows, in a browser that has nothing yet. */

/** 1.6 Mbps and 150 ms, as Chrome takes them. */
const slowLine = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};

interface Loaded {
  readonly path: string;
  readonly isScript: boolean;
  /** Compressed, with its headers. */
  readonly bytes: number;
  /** When it was asked for, and when it had arrived, in milliseconds since 1970. */
  readonly asked: number;
  readonly at: number;
}

/** kB of each package in these files: each file's bytes divided as its packages' lengths in it. */
function byPackage(scripts: readonly Loaded[]): readonly (readonly [string, number])[] {
  const report: PackageReport = JSON.parse(readFileSync(packageReportFile, 'utf8'));
  const sums = new Map<string, number>();
  for (const { path, bytes } of scripts) {
    const lengths = report[path.slice(1)] ?? {};
    const whole = Object.values(lengths).reduce((sum, length) => sum + length, 0);
    for (const [name, length] of Object.entries(lengths))
      sums.set(name, (sums.get(name) ?? 0) + (bytes * length) / whole / 1000);
  }
  return [...sums].sort(([, a], [, b]) => b - a);
}

/** The longest that the outline may take on that line, in seconds. */
const outlineSeconds = 1.5;

/** Seconds in which that line brings some bytes: a connection, the page, and what it asks for while its head is read. */
const secondsFor = (bytes: number): number =>
  (4 * slowLine.latency) / 1000 + bytes / slowLine.downloadThroughput;

/** Marks the moment in which the list has its first row. */
function markRows(): void {
  new MutationObserver((_changes, observer) => {
    if (document.querySelector('tbody tr.ant-table-row') === null) return;
    performance.mark('rows');
    observer.disconnect();
  }).observe(document, { childList: true, subtree: true });
}

/** When the page was first painted, and when it showed its rows, in milliseconds since 1970. */
function moments(): { readonly painted: number; readonly rows: number } {
  const [paint] = performance.getEntriesByName('first-paint');
  const [rows] = performance.getEntriesByName('rows');
  if (paint === undefined || rows === undefined) throw new Error('The page was not painted.');
  return { painted: performance.timeOrigin + paint.startTime, rows: performance.timeOrigin + rows.startTime };
}

/** A store with an order in its list. @returns its slug */
async function storeWithOrder(owner: Account): Promise<string> {
  const storeId = await newStore(owner, 'First Load');
  const params = { storeId };
  const shop = newShopId();
  await connectShop(owner, storeId, {
    channel: 'shopify',
    shop,
    listings: [{ sku: 'FIRST', name: 'First', quantity: 5 }],
  });
  await control('POST', `/shopify/${shop}/orders`, { lines: [{ sku: 'FIRST', quantity: 1 }] });
  const { marketplaces } = await owner.call(listMarketplaces, { params });
  const marketplaceId = marketplaces[0]?.slug ?? '';
  await owner.call(pullMarketplace, { params: { storeId, marketplaceId } });
  await until(async () => (await owner.call(listOrders, { params, query: {} })).orders.length, 1);
  return storeId;
}

it('shows the orders list after few requests, and its outline before its scripts are there', async () => {
  // In a store of its own no other journey has anything under way, which would be shown too.
  const owner = await newAccount('first-load');
  const storeId = await storeWithOrder(owner);
  const { page, faults, close } = await visit({}, true);
  await enter(page, '/faq', owner);
  await page.goto('about:blank');
  await page.addInitScript(markRows);
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.clearBrowserCache');
  await session.send('Network.emulateNetworkConditions', slowLine);
  const begun = new Map<string, Pick<Loaded, 'path' | 'isScript' | 'asked'> & { clock: number }>();
  const loaded: Loaded[] = [];
  session.on('Network.requestWillBeSent', ({ requestId, request, type, wallTime, timestamp }) => {
    const path = new URL(request.url).pathname;
    begun.set(requestId, {
      path,
      isScript: type === 'Script',
      clock: wallTime - timestamp,
      asked: wallTime * 1000,
    });
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength, timestamp }) => {
    const one = begun.get(requestId);
    if (one === undefined) return;
    const { clock, ...request } = one;
    loaded.push({ ...request, bytes: encodedDataLength, at: (clock + timestamp) * 1000 });
  });

  await page.goto(`/stores/${storeId}/orders`, { waitUntil: 'commit' });
  await page.locator('#first-shell').waitFor();
  await page.locator('tbody tr.ant-table-row').first().waitFor();
  const { painted, rows } = await page.evaluate(moments);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  expect(await page.locator('#first-shell').isVisible()).toBe(false);

  // Rows do not wait for what is asked for after their answer, some of which is there before a busy machine has drawn them.
  const answered = loaded.find(({ path }) => path.endsWith('/orders.json'))?.at ?? 0;
  const all = loaded.filter(({ asked, at }) => asked <= answered && at <= rows);
  // Letters are shown before their fonts are there.
  const fonts = loaded.filter(({ path, at }) => path.endsWith('.woff2') && at > rows);
  const outline = loaded.filter(
    ({ path }) => path.endsWith('/orders') || /^\/assets\/index-.*\.css$/.test(path),
  );
  const askedAt = (end: string) =>
    Math.min(...[...begun.values()].filter(({ path }) => path.endsWith(end)).map(({ asked }) => asked));
  const scripts = all.filter(({ isScript }) => isScript);
  const kB = (some: readonly Loaded[]) => some.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;
  const packages = byPackage(scripts).map(([name, size]) => `${size.toFixed(1).padStart(7)} ${name}`);
  const report = [
    `${String(all.length)} requests, ${kB(scripts).toFixed(1)} kB script, ${kB(all).toFixed(1)} kB in all, ${kB(fonts).toFixed(1)} kB fonts after that`,
    `outline: ${kB(outline).toFixed(1)} kB, ${secondsFor(kB(outline) * 1000).toFixed(2)} s on this line`,
    ...packages,
    ...all.map(({ path, bytes }) => `${String(bytes).padStart(9)} ${path}`),
  ];
  process.stdout.write(`${report.join('\n')}\n`);
  expect(painted).toBeLessThan(Math.max(...scripts.map(({ at }) => at)));
  expect(outline.length).toBe(2);
  expect(secondsFor(kB(outline) * 1000)).toBeLessThan(outlineSeconds);
  // The first script asks for the store: the scripts of its screen are not waited for.
  expect(askedAt(`/${storeId}.json`)).toBeLessThan(Math.max(...scripts.map(({ at }) => at)));
  expect(scripts.length).toBeGreaterThan(2);
  expect(all.length).toBeLessThanOrEqual(25);
  // 322 kB. The names of files, which another change gives anew, compress to some bytes more or less.
  expect(kB(scripts)).toBeLessThanOrEqual(322);
  expect(kB(all.filter(({ path }) => !path.endsWith('.woff2')))).toBeLessThanOrEqual(345);
  expect(kB([...all, ...fonts])).toBeLessThanOrEqual(400);
  expect(faults).toEqual([]);
  await close();
});
