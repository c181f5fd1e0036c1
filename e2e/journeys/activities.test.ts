import { listActivities } from '@evenstock/contract/journal/activity-log';
import type { CallReply } from '@evenstock/contract/api/endpoint';
import { listOrders } from '@evenstock/contract/orders/orders';
import { addNotes } from '@evenstock/contract/orders/order-work';
import { listVariants, updateVariant } from '@evenstock/contract/catalog/variants';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { newAccount } from '../accounts.ts';
import { callerOf } from '../api.ts';
import { demoStore, enter, everyLook, flaws, ownerCaller, visit } from '../browser.ts';
import { until } from '../until.ts';

/* What was done is found in the list of the store, on a page of its own, and on the pages of what it was done to. */

const params = { storeId: 'demo-store' };
let variant: CallReply<typeof listVariants>['variants'][number];
let order: string;

beforeAll(async () => {
  const { call } = await ownerCaller();
  const { variants } = await call(listVariants, { params, query: { q: { sku_eq: 'POT-KOPI' } } });
  const [found] = variants;
  if (found === undefined) throw new Error('The demo has no POT-KOPI.');
  variant = found;
  const { orders } = await call(listOrders, { params, query: { scope: 'all' } });
  const [newest] = orders;
  if (newest === undefined) throw new Error('The demo has no orders.');
  order = newest.reference_number;
  for (const disable_restock of [true, false]) {
    await call(updateVariant, {
      params: { ...params, variantId: String(variant.id) },
      body: { variant: { disable_restock } },
    });
  }
  await call(addNotes, {
    params: { ...params, referenceNumber: order },
    body: { order: { notes: 'Ring twice' } },
  });
});

/** Chooses a filter's value. */
async function choose(page: Page, filter: string, value: string): Promise<void> {
  await page.getByRole('button', { name: filter, exact: true }).click();
  await page.getByRole('combobox', { name: filter }).fill(value);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: `${filter}: ${value}` }).waitFor();
}

const daysAgo = (days: number): string =>
  new Date(Date.now() - days * 24 * 60 * 60_000).toISOString().slice(0, 10);

describe('activities', () => {
  it('of the store are filtered, unfold their details, and open on a page', async () => {
    const { page, faults, close } = await visit();
    await enter(page, `${demoStore}/activities`);
    await page.getByRole('link', { name: 'Order notes changed' }).first().waitFor();
    expect(await page.getByText('Ring twice').count()).toBe(0);
    const notes = page.getByRole('link', { name: 'Order notes changed' }).first();
    await page.getByRole('button', { name: /^Date since/ }).click();
    await page.getByPlaceholder('From').fill(daysAgo(9));
    await page.keyboard.press('Enter');
    await page.getByPlaceholder('To').fill(daysAgo(7));
    await page.keyboard.press('Enter');
    await page.waitForURL(`**created_at_dategteq=${daysAgo(9)}&created_at_datelteq=${daysAgo(7)}**`);
    await notes.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Clear all' }).first().click();
    await notes.waitFor();
    await choose(page, 'Done by', 'Evenstock');
    await notes.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Clear all' }).first().click();
    await choose(page, 'Done to', 'Order');
    await notes.waitFor();
    await page.getByRole('link', { name: 'SKU changed' }).first().waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Clear all' }).first().click();
    await choose(page, 'What was done', 'SKU changed');
    await page.waitForURL('**key=variant.update');
    await notes.waitFor({ state: 'detached' });
    await page.getByRole('switch', { name: 'Details?' }).click();
    await page.getByText('No restock').first().waitFor();
    await page.getByText('Yes → No').first().waitFor();
    expect(await flaws(page, everyLook)).toEqual([]);
    await page.getByRole('searchbox').fill('POT-KOPI');
    await page.waitForURL('**text=POT-KOPI**');
    await page.getByRole('link', { name: variant.full_product_name }).first().waitFor();
    await page.getByRole('link', { name: 'SKU changed' }).first().click();
    await page.waitForURL('**/activities/*');
    await page.getByRole('heading', { level: 1, name: 'SKU changed' }).waitFor();
    await page.getByText('owner@demo.evenstock.test').first().waitFor();
    // The pointer rests where it pressed the link, and a time there shows its tooltip.
    await page.mouse.move(0, 0);
    await until(() => page.getByRole('tooltip').count(), 0);
    expect(await flaws(page, everyLook)).toEqual([]);
    await page.getByRole('link', { name: 'All activities of this record' }).click();
    await page.waitForURL(`**recipient=Variant%3A${variant.id}**`);
    await page.getByRole('link', { name: 'SKU changed' }).nth(1).waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('of a product, a SKU and an order are in tabs and open over the page; Back closes them', async () => {
    const { page, faults, close } = await visit();
    const product = `${demoStore}/products/${variant.product.slug}`;
    for (const path of [`${product}/activities`, `${product}/variants/${variant.slug}/activities`]) {
      await enter(page, path);
      await page.getByRole('link', { name: 'SKU changed' }).first().click();
      const dialog = page.getByRole('dialog', { name: 'SKU changed' });
      await dialog.getByText('variant.update').waitFor();
      expect(await flaws(page, everyLook)).toEqual([]);
      await page.goBack();
      await dialog.waitFor({ state: 'detached' });
      await page.waitForURL(`**${path}`);
    }
    const { call } = await ownerCaller();
    const { variant: after } = await call(updateVariant, {
      params: { ...params, variantId: String(variant.id) },
      body: { variant: { adjustment: 2 } },
    });
    await enter(page, `${product}/variants/${variant.slug}/activities`);
    await page.getByRole('switch', { name: 'Details?' }).click();
    await page.getByText(`${String(after.quantity - 2)} → ${String(after.quantity)}`).waitFor();
    await page
      .getByRole('link', { name: /^Stock movement \d/ })
      .first()
      .click();
    await page.getByRole('dialog', { name: /Stock movements/i }).waitFor();

    // Shopify's numbers begin with `#`.
    const orderPage = `${demoStore}/orders/${encodeURIComponent(order)}`;
    await enter(page, orderPage);
    await page.getByRole('tab', { name: 'Activities' }).click();
    await page.waitForURL(`**${orderPage}/activities`);
    await page.getByRole('link', { name: 'Order notes changed' }).first().waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('are deleted by those who run the installation, and by nobody else', async () => {
    const { call } = await ownerCaller();
    await call(updateVariant, {
      params: { ...params, variantId: String(variant.id) },
      body: { variant: { adjustment: 1 } },
    });
    const { activities } = await call(listActivities, { params, query: { per_page: 1 } });
    const path = `${demoStore}/activities/${String(activities[0]?.id)}`;
    const member = await visit();
    await enter(member.page, path);
    await member.page.getByRole('heading', { level: 1, name: 'SKU changed' }).waitFor();
    expect(await member.page.getByRole('button', { name: 'Delete activity' }).count()).toBe(0);
    await member.close();

    const somebody = await newAccount('somebody');
    const platform = { email: 'platform@demo.evenstock.test', password: 'evenstock-demo' };
    const { page, faults, close } = await visit();
    await enter(page, path, await callerOf(platform));
    await page.getByRole('button', { name: 'Delete activity' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click();
    await page.waitForURL(`**${demoStore}/activities`);
    await page.getByRole('link', { name: 'Activity deleted' }).first().waitFor();
    await page.goto(path);
    await page.getByText('This activity was not found').waitFor();

    // What was done outside of any store has a list of its own.
    await page.goto('/admin');
    await page.getByRole('link', { name: 'Activities outside of stores' }).click();
    await page.getByRole('heading', { level: 1, name: 'Activities outside of stores' }).waitFor();
    await choose(page, 'What was done', 'Account registered');
    await page.getByRole('searchbox').fill(somebody.email);
    await page.waitForURL((address) => address.searchParams.get('text') === somebody.email);
    await page.getByRole('row').filter({ hasText: somebody.email }).getByRole('link').click();
    const dialog = page.getByRole('dialog', { name: 'Account registered' });
    await dialog.getByText('user.register').waitFor();
    // A search dims the earlier rows until it is answered.
    await page.locator('.es-stale').waitFor({ state: 'detached' });
    expect(await flaws(page, everyLook)).toEqual([]);
    await dialog.getByRole('button', { name: 'Delete activity' }).click();
    await page
      .getByRole('dialog', { name: 'Delete this activity?' })
      .getByRole('button', { name: 'Yes' })
      .click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('No Item found').waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('of SKUs have an address of their own, in Chinese too, on a phone', async () => {
    const { page, faults, close } = await visit({ width: 375, language: 'zh-CN' });
    await enter(page, `${demoStore}/activities`);
    await page.goto(`${demoStore}/variants/activities`);
    await page.waitForURL('**/activities?recipient=Variant');
    await page.getByRole('link', { name: 'SKU changed' }).first().waitFor();
    expect(await page.getByRole('link', { name: 'Order notes changed' }).count()).toBe(0);
    expect(faults).toEqual([]);
    await close();
  });
});
