import { channels, type ChannelKind } from '@evenstock/contract/channels/channels';
import type { Page } from 'playwright-core';
import { web } from './addresses.ts';

/* Connects shops as a merchant does: add a marketplace, consent on the channel's page, return. */

/** The channels with a consent page. */
export type Redirecting = Extract<ChannelKind, 'shopee' | 'lazada' | 'shopify' | 'tiktok' | 'amazon-sg'>;

/** The label of the button on a channel's consent page. */
const consents: Readonly<Record<Redirecting, string>> = {
  shopee: 'Allow',
  lazada: 'Authorise',
  shopify: 'Install',
  tiktok: 'Allow',
  'amazon-sg': 'Allow',
};

export const authorised =
  'Authorisation successful! Please wait while we sync your existing products and orders. We will email you once the syncing is completed.';

/** A shop that is not connected yet, and its marketplace. */
export interface NewShop {
  readonly store: string;
  readonly channel: Redirecting;
  /** The sandbox's id of the shop. */
  readonly shop: string;
}

const addressOf = ({ store, channel }: NewShop): string => `/stores/${store}/marketplaces/our-${channel}`;

/** Adds the marketplace by the dialog, after checking the errors of the empty form. */
export async function addMarketplace(page: Page, newShop: NewShop): Promise<void> {
  const { channel, shop } = newShop;
  const named = channels[channel].shopName;
  await page.goto(`/stores/${newShop.store}/marketplaces`);
  await page.getByRole('button', { name: 'new marketplace' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create marketplace' }).click();
  await dialog.getByText('Name is required').waitFor();
  await dialog.getByText('Channel is required').waitFor();
  await dialog.getByLabel('Name', { exact: true }).fill(`Our ${channel}`);
  await dialog.getByLabel('Channel').click();
  await page.locator('.ant-select-item-option').filter({ hasText: channels[channel].label }).last().click();
  if (named !== null) {
    await dialog.getByRole('button', { name: 'Create marketplace' }).click();
    await dialog.getByText(`${channels[channel].label} shop name is required`).waitFor();
    await dialog.getByLabel('Shop name').fill(named.domain === null ? `Journey ${shop}` : shop);
  }
  await dialog.getByRole('button', { name: 'Create marketplace' }).click();
  await page.waitForURL(`**${addressOf(newShop)}`);
  await page.getByText('Not Authorised').first().waitFor();
}

/** Verify, the channel's consent page, the return; gives back the address that the channel redirected to. */
export async function authorise(page: Page, newShop: NewShop): Promise<string> {
  const { channel, shop } = newShop;
  const returned = page.waitForRequest(
    (request) =>
      request.url().startsWith(web) && request.url().includes(`/authorize_${channel.replace('-', '_')}`),
  );
  await page.getByRole('button', { name: 'Verify' }).click();
  await page.getByRole('button', { name: consents[channel] }).waitFor();
  const choice = page.locator(`input[value="${shop}"]`);
  if ((await choice.count()) > 0) await choice.check();
  // The page that the channel returns to shows that it works until the authorisation is completed.
  const completion = '**/api/**/authorize_*.json*';
  await page.route(completion, async (route) => {
    await page.getByRole('status').getByText(`Authorising ${channels[channel].label}`).waitFor();
    await route.continue();
  });
  await page.getByRole('button', { name: consents[channel] }).click();
  const address = (await returned).url();
  await page.getByText(authorised).waitFor();
  await page.waitForURL(`**${addressOf(newShop)}`);
  await page.unroute(completion);
  return address;
}
