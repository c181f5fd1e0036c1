import { listActivities } from '@evenstock/contract/activity-log';
import type { CallReply } from '@evenstock/contract/endpoint';
import { listOrders } from '@evenstock/contract/orders';
import { addNotes } from '@evenstock/contract/order-work';
import { listVariants, updateVariant } from '@evenstock/contract/variants';
import { beforeAll, describe, expect, it } from 'vitest';
import { callerOf } from '../api.ts';
import { demoStore, enter, everyLook, flaws, ownerCaller, visit } from '../browser.ts';

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

describe('activities', { timeout: 240_000 }, () => {
  it('of the store are filtered, unfold their details, and open on a page', async () => {
    const { page, faults, close } = await visit();
    await enter(page, `${demoStore}/activities`);
    await page.getByRole('link', { name: 'Order notes changed' }).first().waitFor();
    expect(await page.getByText('Ring twice').count()).toBe(0);
    await page.getByRole('button', { name: 'What was done' }).click();
    await page.getByRole('combobox', { name: 'What was done' }).fill('SKU changed');
    await page.keyboard.press('Enter');
    await page.waitForURL('**key=variant.update');
    await page.getByRole('link', { name: 'Order notes changed' }).first().waitFor({ state: 'detached' });
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

    const platform = { email: 'platform@demo.evenstock.test', password: 'evenstock-demo' };
    const { page, faults, close } = await visit();
    await enter(page, path, await callerOf(platform));
    await page.getByRole('button', { name: 'Delete activity' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click();
    await page.waitForURL(`**${demoStore}/activities`);
    await page.getByRole('link', { name: 'Activity deleted' }).first().waitFor();
    await page.goto(path);
    await page.getByText('This activity was not found').waitFor();
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
