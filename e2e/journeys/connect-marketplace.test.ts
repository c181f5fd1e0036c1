import { channels } from '@evenstock/contract/channels/channels';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { barriers, enter, isLong, ownerCaller, pointAt, signIn, someOf, visit } from '../browser.ts';
import { addMarketplace, authorise, authorised, type Redirecting } from '../connecting.ts';
import { control } from '../control.ts';
import { newShopId, newStore, openShop } from '../stores.ts';

const listings = 7;
const shops: Readonly<Record<Redirecting, string>> = {
  shopee: newShopId(),
  lazada: newShopId(),
  shopify: 'journey-shop',
  tiktok: '7494000000000700004',
  'amazon-sg': 'A7JOURNEY00005',
};
/** The status of a newly authorised marketplace. */
const statuses: Readonly<Record<Redirecting, RegExp>> = {
  shopee: /^Expires .* \(in (12 months|1 year)\)$/,
  lazada: /^Expires .* \(in [23]\d days\)$/,
  shopify: /^Authorised$/,
  tiktok: /^Authorised$/,
  'amazon-sg': /^Expires .* \(in (12 months|1 year)\)$/,
};

beforeAll(async () => {
  await newStore(await ownerCaller(), 'Connecting');
});

/** `npm run test:long` connects all. */
const connected: readonly Redirecting[] = isLong
  ? ['shopee', 'lazada', 'shopify', 'tiktok', 'amazon-sg']
  : ['shopee', 'shopify'];

// These run in parallel: Amazon takes half a minute to make its listings report.
describe.concurrent.each(connected)('connecting %s', (channel) => {
  it('goes through its consent page and back; products appear live; the return address works once', async () => {
    const newShop = { store: 'connecting', channel, shop: shops[channel] };
    const { page, faults, close } = await visit();
    await openShop({ channel, shop: shops[channel], listings });
    await enter(page, '/stores/connecting/marketplaces');
    await addMarketplace(page, newShop);
    const address = await authorise(page, newShop);

    await page.getByText(statuses[channel]).first().waitFor();
    await page.getByText(`${channels[channel].label} account`).waitFor();
    const products = page.getByRole('region', { name: 'Products', exact: true });
    await products.getByText('Done').waitFor();
    await products.getByText(/^\d+ imported$/).waitFor();
    const imported = page.getByRole('region', { name: 'Existing products' });
    await imported.getByText(`${listings} imported`).waitFor();

    await page.goto(address);
    await page.getByText(/this browser did not start the authorisation/).waitFor();
    await page.waitForURL('**/stores');
    await page.goto('/stores/connecting/marketplaces');
    const row = page.getByRole('row', { name: new RegExp(`Our ${channel}`) });
    await row.getByText(`${listings} product listings`).waitFor();
    expect(faults).toEqual([]);
    await close();
  });
});

it('asks for the Qoo10 keys in a form, explains wrong ones, and accepts the right ones', async () => {
  await control('POST', '/shops', { channel: 'qoo10', shop: 'journeyq', name: 'Journey Q' });
  await control('POST', '/qoo10/journeyq/listings', { count: listings });
  const keys = z
    .object({ key: z.string(), user_id: z.string(), password: z.string() })
    .parse(await control('POST', '/qoo10/journeyq/grant', {}));
  const { page, close } = await visit();
  await enter(page, '/stores/connecting/marketplaces#setup');
  const creating = page.getByRole('dialog');
  await creating.getByLabel('Name', { exact: true }).fill('Our qoo10');
  await creating.getByLabel('Channel').click();
  await page.locator('.ant-select-item-option').filter({ hasText: 'Qoo10' }).click();
  await creating.getByRole('button', { name: 'Create marketplace' }).click();
  await page.waitForURL('**/stores/connecting/marketplaces/our-qoo10');
  await page.getByRole('button', { name: 'Verify' }).click();
  const dialog = page.getByRole('dialog');
  const submit = dialog.getByRole('button', { name: 'Verify' });
  await submit.click();
  for (const text of ['QAPI Key Code is required', 'Qoo10 user id is required', 'Qoo10 password is required'])
    await dialog.getByText(text).waitFor();
  await dialog.getByLabel('QAPI Key Code').fill(keys.key);
  await dialog.getByLabel('Qoo10 user id').fill(keys.user_id);
  await dialog.getByLabel('Qoo10 password').fill('not the password');
  await submit.click();
  await page.getByText(/^Failed to verify Marketplace Our qoo10: /).waitFor();
  await dialog.getByLabel('Qoo10 password').fill(keys.password);
  await submit.click();
  await page
    .getByText(
      'Marketplace Our qoo10 verified successfully! Please wait while we sync your existing products and orders. We will email you once the syncing is completed.',
    )
    .waitFor();
  await page.getByText('Authorised').first().waitFor();
  expect(await barriers(page)).toEqual([]);
  await close();
});

it('finds a Tokopedia shop by its name among the linked ones', async () => {
  await control('POST', '/shops', { channel: 'tokopedia', shop: '700007', name: 'Journey Toko' });
  await control('POST', '/tokopedia/700007/grant', {});
  const { page, close } = await visit();
  await enter(page, '/stores/connecting/marketplaces#setup');
  const creating = page.getByRole('dialog');
  await creating.getByLabel('Name', { exact: true }).fill('Our tokopedia');
  await creating.getByLabel('Channel').click();
  await page.locator('.ant-select-item-option').filter({ hasText: 'Tokopedia' }).click();
  await creating.getByLabel('Shop name').fill('Journey Toko');
  await creating.getByRole('button', { name: 'Create marketplace' }).click();
  await page.waitForURL('**/stores/connecting/marketplaces/our-tokopedia');
  await page.goto('/stores/connecting/marketplaces');
  const row = page.getByRole('row', { name: /Our tokopedia/ });
  await pointAt(row.getByText('0 orders', { exact: true }), page.getByText('Not pulled orders before'));
  const listings = row.getByText('0 product listings', { exact: true });
  await pointAt(listings, page.getByText('Never pulled products before'));
  await page.goto('/stores/connecting/marketplaces/our-tokopedia');
  await page.getByRole('button', { name: 'Verify' }).click();
  await page.getByText(authorised).waitFor();
  await page.getByText('Authorised').first().waitFor();
  await close();
});

describe('an authorisation that did not begin in this browser', () => {
  const addresses: readonly (readonly [path: string, text: string | RegExp])[] = [
    ['/stores/connecting/marketplaces/our-shopee/authorize_shopee?code=x&shop_id=1&state=y', /did not start/],
    ['/stores/connecting/marketplaces/our-lazada/authorize_lazada?code=x', /did not start/],
    [
      '/marketplaces/authorize_shopify?code=x&hmac=x&shop=a.myshopify.com&state=y&timestamp=1',
      /did not start/,
    ],
    ['/marketplaces/authorize_tiktok?code=x&state=y', /did not start/],
    ['/marketplaces/authorize_amazon_sg?selling_partner_id=A1&spapi_oauth_code=x&state=y', /did not start/],
    ['/marketplaces/authorize_shopify?code=x', 'Shopify marketplace does not exist.'],
    ['/marketplaces/authorize_shopify_entry', 'Shopify marketplace does not exist.'],
    [
      '/marketplaces/authorize_shopify_entry?shop=nobody.myshopify.com',
      'Shopify marketplace nobody.myshopify.com does not exist. Please create it first.',
    ],
  ];
  it.each(someOf(addresses))('%s is refused', async (path, text) => {
    const { page, close } = await visit();
    await enter(page, '/stores');
    await page.goto(path);
    await page.getByText(text).waitFor();
    await page.waitForURL('**/stores');
    await close();
  });
});

it('keeps the path of a person who opens the app at Shopify signed out, through signing in', async () => {
  const other = await visit();
  await other.page.goto('/marketplaces/authorize_shopify_entry?shop=nobody.myshopify.com');
  await other.page.getByRole('heading', { name: 'Login to Continue' }).waitFor();
  await signIn(other.page);
  await other.page
    .getByText('Shopify marketplace nobody.myshopify.com does not exist. Please create it first.')
    .waitFor();
  expect(other.faults).toEqual([]);
  await other.close();
});
