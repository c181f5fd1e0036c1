import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { barriers, demoStore, enter, overflows, visit, type Look, type Visit } from '../browser.ts';
import { openSku } from '../market.ts';

let variant: string;
let product: string;
let order: string;

beforeAll(async () => {
  const { page, close } = await visit();
  await openSku(page, 'POT-KOPI');
  variant = new URL(page.url()).pathname;
  product = variant.replace(/\/variants\/.*/, '');
  await enter(page, `${demoStore}/orders?tab=all`);
  await page.locator('tbody tr.ant-table-row').first().click();
  await page.waitForURL('**/orders/*');
  order = new URL(page.url()).pathname;
  await close();
});

const screens: Readonly<Record<string, () => string>> = {
  orders: () => `${demoStore}/orders?tab=all`,
  'an order': () => order,
  'no orders': () => `${demoStore}/orders?reference_number_cont=no-such-order`,
  products: () => `${demoStore}/products?filter_status=all`,
  'a product': () => product,
  'a SKU': () => variant,
  'the movements of a SKU': () => `${variant}?open=stock_movements`,
  'stock movements': () => `${demoStore}/products/stock_movements`,
  merging: () => `${demoStore}/products/merge`,
  'the summary': () => `${demoStore}/summary`,
  marketplaces: () => `${demoStore}/marketplaces`,
  members: () => `${demoStore}/store_profiles`,
  settings: () => `${demoStore}/settings`,
};

const looks: Readonly<Record<string, Look>> = {
  'on a desk': {},
  'on a desk, dark': { dark: true },
  'on a phone': { width: 375 },
};

/** The placeholder of a screen that is not built yet. */
const loading = '.ant-skeleton, .es-list-skeleton';

describe.each(Object.entries(looks))('%s', (_, look) => {
  it('every screen fits its window and is accessible', async () => {
    const { page, faults, close } = await visit(look);
    const found: Record<string, unknown> = {};
    for (const [name, path] of Object.entries(screens)) {
      await enter(page, path());
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.locator(loading).first().waitFor({ state: 'detached' });
      const problems = await barriers(page);
      const isTooWide = await overflows(page);
      if (problems.length > 0 || isTooWide) found[name] = { problems, isTooWide };
    }
    expect(found).toEqual({});
    expect(faults).toEqual([]);
    await close();
  });
});

describe('a failed load shows a message and a retry', () => {
  const calls: readonly (readonly [name: string, call: string, content: RegExp])[] = [
    ['orders', '**/orders.json*', /Order Number/],
    ['an order', '**/orders/*.json*', /Amounts/],
    ['products', '**/products_page.json*', /30 Days Sales/],
    ['a product', '**/products/*.json*', /Product listings/],
    ['a SKU', '**/variants/*.json*', /Why -?\d+\?/],
    ['stock movements', '**/stock_movements.json*', /Final quantity/],
    ['merging', '**/automerge_preview.json*', /can be merged|nothing to merge/],
    ['the summary', '**/summary.json*', /Orders to Ship/],
  ];
  let there: Visit;
  beforeAll(async () => {
    there = await visit();
    // Live changes read a screen again by themselves, so that nothing would be left to retry.
    await there.page.route('**/api/stores/*/events', (route) => route.abort());
    await enter(there.page, `${demoStore}/settings`);
  });
  afterAll(() => there.close());

  it.each(calls)('%s', async (name, call, content) => {
    const { page } = there;
    await page.route(call, (route) => route.abort());
    await page.goto(screens[name]?.() ?? '');
    const failed = page.getByRole('alert').filter({
      hasText: 'Sorry, something went wrong. Please try again later.',
    });
    await failed.first().waitFor();
    await failed.getByText('Evenstock did not answer. Your connection may be down.').first().waitFor();
    await page.unroute(call);
    await failed.getByRole('button', { name: 'Retry' }).first().click();
    await failed.first().waitFor({ state: 'detached' });
    await page.getByText(content).first().waitFor();
  });
});
