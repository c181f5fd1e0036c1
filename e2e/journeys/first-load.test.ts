import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { packageReportFile, type PackageReport } from '../../web/bundling/package-report.ts';
import { demoStore, enter, visit } from '../browser.ts';

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
  bytes: number;
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

it('shows the orders list after few requests, and its outline before any script', async () => {
  const { page, faults, close } = await visit({}, true);
  await enter(page, '/faq');
  await page.goto('about:blank');
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.clearBrowserCache');
  await session.send('Network.emulateNetworkConditions', slowLine);
  const loaded = new Map<string, Loaded>();
  session.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    loaded.set(requestId, { path: new URL(request.url).pathname, isScript: type === 'Script', bytes: 0 });
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const one = loaded.get(requestId);
    if (one !== undefined) one.bytes = encodedDataLength;
  });

  await page.goto(`${demoStore}/orders`, { waitUntil: 'commit' });
  await page.locator('#first-shell').waitFor();
  const beforeOutline = [...loaded.values()].filter(({ isScript, bytes }) => isScript && bytes > 0);
  await page.locator('tbody tr.ant-table-row').first().waitFor();
  const all = [...loaded.values()].map((one) => ({ ...one }));
  expect(await page.locator('#first-shell').isVisible()).toBe(false);

  const scripts = all.filter(({ isScript }) => isScript);
  const kB = (some: readonly Loaded[]) => some.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;
  const packages = byPackage(scripts).map(([name, size]) => `${size.toFixed(1).padStart(7)} ${name}`);
  console.log(
    [
      `${String(all.length)} requests, ${kB(scripts).toFixed(1)} kB script, ${kB(all).toFixed(1)} kB in all`,
      ...packages,
      ...all.map(({ path, bytes }) => `${String(bytes).padStart(9)} ${path}`),
    ].join('\n'),
  );
  expect(beforeOutline).toEqual([]);
  expect(scripts.length).toBeGreaterThan(2);
  expect(all.length).toBeLessThanOrEqual(25);
  expect(kB(scripts)).toBeLessThanOrEqual(330);
  expect(kB(all)).toBeLessThanOrEqual(430);
  expect(faults).toEqual([]);
  await close();
});
