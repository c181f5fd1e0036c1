import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { callerOf } from '../api.ts';
import { newAccount } from '../accounts.ts';
import { barriers, darkDesk, demoStore, desk, enter, flaws, phone, visit } from '../browser.ts';
import { refuse } from '../refusals.ts';
import { allowSync, connectShop, newShopId, newStore } from '../stores.ts';

const history = `${demoStore}/settings/subscription_history`;
const looks = [desk, darkDesk, phone];

/** Enters the test card on the payment provider's page. */
async function pay(page: Page): Promise<void> {
  await page.getByLabel('Card number').waitFor();
  await page.getByRole('button', { name: 'Subscribe' }).click();
}

describe('the subscription history of a store', () => {
  it('shows merged listings and cost by month, newest first', async () => {
    const { page, faults, close } = await visit();
    await enter(page, `${demoStore}/settings`);
    await page.getByRole('tab', { name: 'Subscription History' }).click();
    await page.waitForURL(`**${history}`);
    await page.getByText('This store has a subscription.').waitFor();
    await page.getByText('112.87').waitFor();
    await page.getByText('$11.29 SGD').waitFor();
    await page.getByText('$10.00 SGD').first().waitFor();
    // Today's count may be older than the demo's first merge.
    await page.getByText('$0.00 SGD').first().waitFor();
    expect(await flaws(page, looks)).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });
});

describe('paying for a store', () => {
  it('starts on the provider’s page and ends in the settings', async () => {
    const { page, faults, close } = await visit();
    await enter(page, '/stores');
    await page.getByRole('button', { name: /^add Store/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Enter a payment method in the console before you create a store.').waitFor();
    const link = await dialog.getByRole('link', { name: 'Enter a payment method' }).getAttribute('href');
    expect(link).toMatch(/\/payment_method\?redirect=%2Fstores$/);
    await dialog.getByLabel('Name', { exact: true }).fill('Paying Shop');
    await dialog.getByRole('button', { name: 'Create store' }).click();
    await page.waitForURL('**/stores/paying-shop/marketplaces');

    await page.goto('/stores/paying-shop/settings/subscription_history');
    await page.getByText('This store has no subscription.').waitFor();
    await page.getByRole('button', { name: 'Add payment method' }).click();
    await page.getByRole('link', { name: 'Back without paying' }).click();
    await page.getByText('No payment method was added.').waitFor();
    await page.waitForURL('**/stores/paying-shop/settings/subscription_history');
    await page.getByText('This store has no subscription.').waitFor();
    await page.getByRole('button', { name: 'Add payment method' }).click();
    await pay(page);
    await page.getByText('Your card was accepted.').waitFor();
    await page.waitForURL('**/stores/paying-shop/settings/subscription_history');
    await page.getByText('This store has a subscription.').waitFor();

    const allowed = await refuse(page, 'end_subscription.json');
    await page.getByRole('button', { name: 'End Subscription' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click();
    await page
      .getByText(
        'Failed to cancel subscription for Paying Shop, please cancel directly on the sister console product instead!',
      )
      .waitFor();
    await allowed();
    await page.getByRole('button', { name: 'End Subscription' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click();
    await page.getByText('Subscription for Paying Shop store ended successfully').waitFor();
    await page.getByText('This store has no subscription.').waitFor();

    // A person on the card's page can still type the address of the way back.
    await page.getByRole('button', { name: 'Add payment method' }).click();
    await page.getByLabel('Card number').waitFor();
    await page.goto('/stores/paying-shop/settings/subscription_history?payment=entered');
    await page
      .getByText('The subscription shows as soon as the payment provider confirms your card.')
      .waitFor();
    expect(await page.getByText('Your card was accepted.').count()).toBe(0);
    expect(faults).toEqual([]);
    await close();
  });

  it('is required before merging in a store without a subscription', async () => {
    const { page, faults, close } = await visit();
    // Two more listings than are free.
    const listings = Array.from({ length: 6 }, (_, index) => {
      const sku = `PAID-${String(index)}`;
      return { sku, name: sku, quantity: 4 };
    });
    const owner = await newAccount('unpaid');
    const store = `/stores/${await newStore(owner, 'Unpaid Shop')}`;
    await allowSync(owner, 'unpaid-shop');
    await connectShop(owner, 'unpaid-shop', { channel: 'shopee', shop: newShopId(), listings });
    await connectShop(owner, 'unpaid-shop', { channel: 'shopify', shop: 'unpaid-shop', listings });
    await enter(page, `${store}/products/merge`, owner);
    const mergeAll = page
      .getByRole('region', { name: 'SKUs can be merged' })
      .getByRole('button', { name: /^Merge \d+ SKU/ });
    await mergeAll.click();
    const prompt = page.getByRole('dialog', { name: 'Add a payment method first?' });
    await prompt.getByRole('button', { name: 'Not now' }).click();
    // Above the free limit the server rejects it with a message.
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: /^Merge \d+ SKU/ }).click();
    await page.getByText(/merged listings, and 10 are free\. Add a payment method first/).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();

    await mergeAll.click();
    await page.getByRole('button', { name: 'Add payment method' }).click();
    await pay(page);
    await page.waitForURL(`**${store}/products/merge`);
    await page.goto(`${store}/settings/subscription_history`);
    await page.getByText('This store has a subscription.').waitFor();
    expect(faults).toEqual([]);
    await close();
  });
});

describe('a platform admin', () => {
  it('sees every store’s months, and opens one of the stores', async () => {
    const { page, faults, close } = await visit();
    const platform = { email: 'platform@demo.evenstock.test', password: 'evenstock-demo' };
    // The demo's months are the oldest; other stores' months may fill the first page.
    const oldestFirst = '/admin?s=created_at+asc';
    await enter(page, '/', await callerOf(platform));
    await page.getByRole('link', { name: 'Administration' }).click();
    await page.waitForURL('**/admin');
    await page.goto(oldestFirst);
    await page.getByRole('heading', { level: 1, name: 'Subscriptions' }).waitFor();
    await page.getByText('$11.29 SGD').waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('link', { name: 'Vouchers due' }).click();
    await page.getByRole('heading', { level: 1, name: 'Vouchers due' }).waitFor();
    await page.getByText('Nobody is due a voucher.').waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('link', { name: 'Subscriptions' }).click();
    await page.getByRole('heading', { level: 1, name: 'Subscriptions' }).waitFor();
    await page.goto(oldestFirst);
    await page.getByRole('link', { name: 'Demo Store' }).first().click();
    await page.waitForURL(/\/admin\/stores\/\d+$/);
    await page.getByRole('heading', { level: 1, name: 'Subscription history of Demo Store' }).waitFor();
    await page.getByRole('link', { name: 'Open the store' }).click();
    await page.waitForURL(`**${demoStore}`);
    expect(faults).toEqual([]);
    await close();
  });
});

describe('the help page', () => {
  it('states the price and the first steps', async () => {
    const { page, faults, close } = await visit();
    await page.goto('/faq');
    await page.getByRole('heading', { name: 'Setting up and Pricing' }).waitFor();
    for (const text of [
      /highest quantity across marketplaces/,
      'An exclamation mark means that quantities differ between marketplaces.',
      'Shopee campaign stock: known automatically.',
      'Lazada campaign stock: entered manually.',
      'Lazada occupied stock: not obtainable.',
      'Up to 10 merged listings of a store are free.',
      'Up to 100 merged listings cost 10 SGD per month.',
      'Beyond that it is 10 SGD plus 0.10 SGD per merged listing above the 100th, per month.',
      'Only Singapore-based stores are supported.',
    ])
      await page.getByText(text).waitFor();
    expect(await flaws(page, looks)).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });
});
