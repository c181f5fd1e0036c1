import { listActivities } from '@evenstock/contract/journal/activity-log';
import { listMarketplaces } from '@evenstock/contract/marketplaces/marketplaces';
import { listMembers } from '@evenstock/contract/stores/members';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callerOf, type Caller } from '../api.ts';
import {
  demoStore,
  desk,
  enter,
  everyLook,
  flaws,
  isLong,
  owner,
  ownerCaller,
  someOf,
  visit,
  type Look,
  type Visit,
} from '../browser.ts';
import { openSku } from '../market.ts';

let variant: string;
let product: string;
let listing: string;
let order: string;
let activity: string;
let shop: string;
let member: string;
let platform: Caller;

beforeAll(async () => {
  const { page, close } = await visit();
  await openSku(page, 'POT-KOPI');
  variant = new URL(page.url()).pathname;
  product = variant.replace(/\/variants\/.*/, '');
  listing = await page
    .locator('a[href*="/product_listings/"]')
    .first()
    .getAttribute('href')
    .then((address) => address ?? '');
  await enter(page, `${demoStore}/orders?tab=all`);
  await page.locator('tbody tr.ant-table-row').first().click();
  await page.waitForURL('**/orders/*');
  order = new URL(page.url()).pathname;
  await close();
  const { call } = await ownerCaller();
  const params = { storeId: 'demo-store' };
  const { activities } = await call(listActivities, { params });
  activity = `${demoStore}/activities/${String(activities[0]?.id)}`;
  const { marketplaces } = await call(listMarketplaces, { params });
  shop = `${demoStore}/marketplaces/${String(marketplaces.find(({ channel }) => channel === 'shopee')?.slug)}`;
  const { store_profiles: members } = await call(listMembers, { params });
  member = `${demoStore}/store_profiles/${String(members[0]?.id)}`;
  platform = await callerOf({ ...owner, email: 'platform@demo.evenstock.test' });
});

const screens: Readonly<Record<string, () => string>> = {
  orders: () => `${demoStore}/orders?tab=all`,
  'an order': () => order,
  'the activities of an order': () => `${order}/activities`,
  'packing an order': () => order.replace('/orders/', '/packing?order='),
  'no orders': () => `${demoStore}/orders?reference_number_cont=no-such-order`,
  products: () => `${demoStore}/products?filter_status=all`,
  'a product': () => product,
  'the reports of a product': () => `${product}/reports`,
  'a SKU': () => variant,
  'the movements of a SKU': () => `${variant}?open=stock_movements`,
  'a listing': () => listing,
  'a listing as it came': () => `${listing}/raw_response/item`,
  'stock movements': () => `${demoStore}/products/stock_movements`,
  'what would be written': () => `${demoStore}/products/planned_writes`,
  'counts and receipts': () => `${demoStore}/products/stock_tallies`,
  'counts after a recovery': () => `${demoStore}/products/counts`,
  SKUs: () => `${demoStore}/variants`,
  merging: () => `${demoStore}/products/merge`,
  'suggestions to merge': () => `${demoStore}/products/merge?tab=suggested`,
  'removed suggestions': () => `${demoStore}/products/merge?tab=suggested&removed=true`,
  'force zero': () => `${demoStore}/products/force_zero_qty`,
  exports: () => `${demoStore}/products/export_products`,
  'the summary': () => `${demoStore}/summary`,
  'what needs you': () => `${demoStore}/needs_you`,
  'the first screen of a store': () => demoStore,
  marketplaces: () => `${demoStore}/marketplaces`,
  'a marketplace': () => shop,
  'the health of its sync': () => `${shop}/sync_health`,
  'its logistics': () => `${shop}/logistics`,
  'a marketplace as it came': () => `${shop}/raw_response`,
  members: () => `${demoStore}/store_profiles`,
  'a member': () => member,
  reports: () => `${demoStore}/reports`,
  activities: () => `${demoStore}/activities`,
  'an activity': () => activity,
  'a friend to refer': () => `${demoStore}/refer_friend`,
  settings: () => `${demoStore}/settings`,
  'the settings of developers': () => `${demoStore}/settings/developers`,
  'the account': () => '/account',
  stores: () => '/stores',
  faq: () => '/faq',
  'the privacy policy': () => '/privacy-policy',
};

/** Screens of those who run the platform. */
const platformScreens: Readonly<Record<string, string>> = {
  'the platform': '/admin',
  'activities outside of stores': '/admin/activities',
  announcements: '/admin/announcements',
  'dead letters': '/admin/dead_letters',
  vouchers: '/admin/vouchers',
  'a store’s subscription': '/admin/stores/demo-store',
};

/** Addresses that stand for no screen of their own, or whose journey looks at them where they have something to show. */
const lookedAtElsewhere: Readonly<Record<string, string>> = {
  reset_password: 'reset-password.test.ts',
  confirm_sign_up: 'people.test.ts',
  accept_invitation: 'people.test.ts',
  accept_referral: 'people.test.ts',
  console_entry: 'arrivals.test.ts',
  'print_labels/:operationId': 'print-orders.test.ts',
  'downloads/:operationId': 'spreadsheets.test.ts',
  'products/stock_tallies/:tallyId': 'count-and-receive.test.ts',
  'variants/activities': 'activities.test.ts',
  'variants/:variantId': 'merge.test.ts',
  'webhooks/:webhookId': 'developers.test.ts',
};

/** The placeholder of a screen that is not built yet. */
const loading = '.ant-skeleton, .es-list-skeleton';

/** What is wrong with a screen in any of these looks. */
async function wrongWith(path: string, looks: readonly Look[], as?: Caller): Promise<readonly string[]> {
  const { page, faults, close } = await visit();
  await enter(page, path, as);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.locator(loading).first().waitFor({ state: 'detached' });
  const found = await flaws(page, looks);
  await close();
  return [...found, ...faults];
}

/** The screens of a working day, which `npm test` looks at, too. */
const daily: ReadonlySet<string> = new Set([
  'orders',
  'an order',
  'packing an order',
  'products',
  'a product',
  'a SKU',
  'a listing',
  'stock movements',
  'merging',
  'the summary',
  'what needs you',
  'the first screen of a store',
  'marketplaces',
  'a marketplace',
  'members',
  'reports',
  'settings',
  'stores',
  'the platform',
]);

/** `npm run test:long` looks at each screen in every look, `npm test` at the daily ones in one: neighbours in different ones. */
const looksAt = (index: number): readonly Look[] =>
  isLong ? everyLook : [everyLook[index % everyLook.length] ?? desk];
const lookedAt = <T>(all: Readonly<Record<string, T>>) =>
  Object.entries(all)
    .filter(([name]) => isLong || daily.has(name))
    .map(([name, path], index) => ({ name, path, index }));

describe('a screen fits its window and is accessible', () => {
  it.each(lookedAt(screens))('$name', async ({ path, index }) => {
    expect(await wrongWith(path(), looksAt(index))).toEqual([]);
  });

  it.each(lookedAt(platformScreens))('$name', async ({ path, index }) => {
    expect(await wrongWith(path, looksAt(index), platform)).toEqual([]);
  });
});

it('each daily screen is one that is looked at', () => {
  const names = new Set([...Object.keys(screens), ...Object.keys(platformScreens)]);
  expect([...daily].filter((name) => !names.has(name))).toEqual([]);
});

it('every address of the product is looked at', () => {
  const router = readFileSync(join(import.meta.dirname, '../../web/src/app/router.tsx'), 'utf8');
  const addresses = [...router.matchAll(/\bpath: '([^'*]+)'/g)].map(([, path = '']) => path);
  const seen = [...Object.values(screens).map((path) => path()), ...Object.values(platformScreens)].map(
    (path) => path.replace(/\?.*/, ''),
  );
  const isSeen = (address: string) => {
    const written = address.replaceAll(/\/:\w+\?/g, '(/[^/]+)?').replaceAll(/:\w+/g, '[^/]+');
    const pattern = new RegExp(`^(/stores/[^/]+)?/${written}$`);
    return seen.some((path) => pattern.test(path));
  };
  expect(addresses.filter((address) => !isSeen(address) && !(address in lookedAtElsewhere))).toEqual([]);
  expect(addresses.length).toBeGreaterThan(40);
});

it('a screen whose answer is on its way shows that it loads', async () => {
  const { page, faults, close } = await visit();
  await enter(page, `${demoStore}/settings`);
  let answer = (): void => undefined;
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/products_page.json*', (route) => isAnswered.then(() => route.continue()));
  await page.goto(`${demoStore}/products`);
  await page.locator(loading).first().waitFor();
  expect(await page.getByRole('row', { name: /TOTE/ }).count()).toBe(0);
  answer();
  await page.locator(loading).first().waitFor({ state: 'detached' });
  await page.getByText('30 Days Sales').first().waitFor();
  expect(faults).toEqual([]);
  await close();
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
    ['suggestions to merge', '**/mergeable.json*', /Becomes|nothing to suggest/],
    ['removed suggestions', '**/show_all_mergeable.json*', /Becomes|No suggestion was removed/],
    ['a listing', '**/product_listings/*.json*', /SKU/],
    ['the summary', '**/summary.json*', /Orders to Ship/],
  ];
  let there: Visit;
  beforeAll(async () => {
    there = await visit();
    // Live changes reload a screen, which would leave nothing to retry.
    await there.page.route('**/api/stores/*/events', (route) => route.abort());
    await enter(there.page, `${demoStore}/settings`);
  });
  afterAll(() => there.close());

  it.each(someOf(calls))('%s', async (name, call, content) => {
    const { page } = there;
    await page.route(call, (route) => route.abort());
    await page.goto(screens[name]?.() ?? '');
    const failed = page.getByRole('alert').filter({
      hasText: 'Sorry, something went wrong. Please try again later.',
    });
    await failed.first().waitFor();
    await failed
      .getByText('Evenstock did not answer. Check your connection and try again.')
      .first()
      .waitFor();
    await page.unroute(call);
    await failed.getByRole('button', { name: 'Retry' }).first().click();
    await failed.first().waitFor({ state: 'detached' });
    await page.getByText(content).first().waitFor();
  });
});
