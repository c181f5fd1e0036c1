import type { ChannelKind } from '@evenstock/contract/channels/channels';
import type { Page } from 'playwright-core';
import { sandbox } from './addresses.ts';
import type { Caller } from './api.ts';
import { demoStore, enter } from './browser.ts';
import { control } from './control.ts';
import { until } from './until.ts';

/* Actions of sellers and buyers at the marketplaces. */

export type DemoChannel = Extract<ChannelKind, 'shopee' | 'lazada' | 'shopify'>;

/** The demo's shop on each channel. */
export const shops: Readonly<Record<DemoChannel, string>> = {
  shopee: '600001',
  lazada: '100050',
  shopify: 'kopi-corner',
};

interface ListedSku {
  readonly sku: string;
  readonly quantity: number;
}

function isShelved(row: unknown): row is ListedSku {
  return typeof row === 'object' && row !== null && 'sku' in row && 'quantity' in row;
}

async function listingsOf(channel: DemoChannel): Promise<readonly ListedSku[]> {
  const rows = await control('GET', `/${channel}/${shops[channel]}/listings`);
  return Array.isArray(rows) ? rows.filter(isShelved) : [];
}

/** The quantity of a SKU that each marketplace shows. */
export async function shown(
  sku: string,
  channels: readonly DemoChannel[] = ['shopee', 'lazada', 'shopify'],
): Promise<Partial<Record<ChannelKind, number>>> {
  const found: Partial<Record<ChannelKind, number>> = {};
  for (const channel of channels) {
    const listing = (await listingsOf(channel)).find((each) => each.sku === sku);
    if (listing !== undefined) found[channel] = listing.quantity;
  }
  return found;
}

/** The SKUs of which a shop has most, most first. */
export async function plentiful(channel: DemoChannel, count: number): Promise<string[]> {
  const listings = await listingsOf(channel);
  return listings
    .toSorted((one, other) => other.quantity - one.quantity)
    .slice(0, count)
    .map(({ sku }) => sku);
}

/**
 * Waits until every marketplace shows that quantity. A read between an order and its notice is ambiguous until the
 * orders of that time are known: Lazada lists them up to two minutes late.
 */
export async function everywhere(
  sku: string,
  quantity: number,
  channels: readonly DemoChannel[] = ['shopee', 'lazada', 'shopify'],
): Promise<void> {
  const wanted = Object.fromEntries(channels.map((channel) => [channel, quantity]));
  await until(() => shown(sku, channels), wanted);
}

/** Places an order in the seller centre; returns its number. */
export async function buy(page: Page, channel: DemoChannel, sku: string, quantity: number): Promise<string> {
  await page.goto(`${sandbox}/shops/${channel}/${shops[channel]}/buy`);
  await page.getByLabel('What, line 1').selectOption(sku);
  await page.getByLabel('How many, line 1').fill(String(quantity));
  await page.getByRole('button', { name: 'Place order' }).click();
  await page.waitForURL('**/orders/*');
  return decodeURIComponent(new URL(page.url()).pathname.split('/').at(-1) ?? '');
}

/** The seller cancels the order that the seller centre shows. */
export async function cancelShownOrder(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.getByText('The order is cancelled, its units are back on sale').waitFor();
}

/** The seller edits a quantity in the seller centre. */
export async function editByHand(
  page: Page,
  channel: DemoChannel,
  sku: string,
  quantity: number,
): Promise<void> {
  await page.goto(`${sandbox}/shops/${channel}/${shops[channel]}?q=${sku}`);
  const row = page.getByRole('row').filter({ has: page.getByLabel(`Quantity of ${sku}`, { exact: true }) });
  await row.getByLabel(`Quantity of ${sku}`, { exact: true }).fill(String(quantity));
  await row.getByRole('button', { name: 'Save' }).click();
}

/** Opens the page of a SKU by searching for it in the products list, by default as the demo's owner. */
export async function openSku(page: Page, sku: string, as?: Caller): Promise<void> {
  await enter(page, `${demoStore}/products?name_or_sku_cont=${sku}`, as);
  await page.getByRole('row').filter({ hasText: sku }).first().getByText(sku, { exact: true }).click();
  await page.waitForURL('**/variants/**');
  await page.getByText('live', { exact: true }).waitFor();
}

/** A number that a screen shows. */
export const numberIn = (text: string): number => Number(text.replaceAll(',', '').replace('−', '-'));

/** The shared quantity that the page of a SKU shows. */
export async function quantityOf(page: Page): Promise<number> {
  const text = await page.locator('.es-figure-first .es-number').first().innerText();
  return numberIn(text);
}
