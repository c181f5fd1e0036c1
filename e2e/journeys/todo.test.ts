import { showTodo } from '@evenstock/contract/insights/needs-you';
import { listOrders, massSyncOrders } from '@evenstock/contract/orders/orders';
import { prepareShippingLabels } from '@evenstock/contract/printing/printing';
import { listMergeable } from '@evenstock/contract/catalog/suggested-merges';
import { listVariants, updateVariant } from '@evenstock/contract/catalog/variants';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { newAccount, type Account } from '../accounts.ts';
import { enter, everyLook, flaws, visit } from '../browser.ts';
import { control } from '../control.ts';
import { statement } from '../database.ts';
import { allowSync, connectShop, newShopId, newStore } from '../stores.ts';
import { until } from '../until.ts';

/* What waits on the summary: each line opens a list of as many rows as it counts. */

const shopListings = z.array(z.looseObject({ sku: z.string(), variant_id: z.coerce.string() }));

/** A store in which something of each kind waits. @returns its slug */
async function storeThatWaits(owner: Account): Promise<string> {
  const { call } = owner;
  const storeId = await newStore(owner, 'Waiting');
  const params = { storeId };
  const [shopee, lazada, shopify] = [newShopId(), newShopId(), newShopId()];
  const offered = (sku: string, quantity = 20) => ({ sku, name: `Lamp ${sku}`, quantity });
  const same = [offered('SAME-1'), offered('SAME-2')];
  const listings = [...same, offered('LOCKED'), offered('OVERSOLD', 3)];
  await connectShop(owner, storeId, { channel: 'shopee', shop: shopee, listings });
  await connectShop(owner, storeId, { channel: 'lazada', shop: lazada, listings: same });
  await connectShop(owner, storeId, { channel: 'shopify', shop: shopify, listings: [offered('ALONE')] });
  await allowSync(owner, storeId);
  const { variants } = await call(listVariants, { params, query: { per_page: 50 } });
  const ofSku = (sku: string) => String(variants.find((variant) => variant.sku === sku)?.id);
  const adjust = (sku: string, adjustment: number) =>
    call(updateVariant, {
      params: { storeId, variantId: ofSku(sku) },
      body: { variant: { adjustment } },
    });
  const buy = (sku: string, quantity: number) =>
    control('POST', `/shopee/${shopee}/orders`, { lines: [{ sku, quantity }] });
  const held = shopListings.parse(await control('GET', `/shopee/${shopee}/listings`));
  const lock = (sku: string, locked: boolean) => {
    const id = held.find((listing) => listing.sku === sku)?.variant_id ?? '';
    return control('PATCH', `/shopee/${shopee}/listings/${id}`, { locked });
  };
  const counts = async () => (await call(showTodo, { params })).todo;
  // The speed of sync leaves out orders that are dated, in whole seconds, before the first import has ended.
  const importing = () =>
    statement(
      `select from marketplaces m join stores s on s.id = m.store_id
       where s.slug = $1 and (m.first_synced_at > now() - interval '1 second') is not false`,
      [storeId],
    );
  await until(importing, 0);
  // A promotion keeps three on sale where one is left.
  await lock('OVERSOLD', true);
  await adjust('OVERSOLD', -2);
  await until(async () => (await counts()).refused_quantities, 1);
  await lock('OVERSOLD', false);
  await buy('OVERSOLD', 3);
  await until(
    async () => {
      const { oversold_skus: oversold, refused_quantities: refused } = await counts();
      return { oversold, refused };
    },
    { oversold: 1, refused: 0 },
  );
  await buy('SAME-1', 1);
  await buy('SAME-1', 1);
  await lock('LOCKED', true);
  await adjust('LOCKED', 4);
  const orders = [{ reference_number: 'GONE-1' }];
  await expect(call(massSyncOrders, { params, body: { orders } })).rejects.toThrow(
    'The order was not found.',
  );
  await control('POST', `/shopify/${shopify}/revoke`);
  await until(
    async () => {
      const todo = await counts();
      const { total_count: merges } = await call(listMergeable, { params, query: { per_page: 1 } });
      return {
        ships: todo.orders_to_ship,
        needsYou: todo.needs_you,
        refused: todo.refused_quantities,
        oversold: todo.oversold_skus,
        authorisations: todo.ending_authorisations,
        merges,
      };
    },
    { ships: 3, needsYou: 1, refused: 1, oversold: 1, authorisations: 1, merges: 2 },
  );
  // Nothing is arranged for it yet, so there is no label.
  const { orders: waiting } = await call(listOrders, { params, query: { per_page: 1 } });
  await call(prepareShippingLabels, { params, body: { q: { id_in: waiting.map(({ id }) => id) } } });
  await until(async () => (await counts()).failed_labels, 1);
  return storeId;
}

it('each line of what waits opens a list of just what it counts, also after Back', async () => {
  const owner = await newAccount('waiting');
  const storeId = await storeThatWaits(owner);
  const { page, faults, close } = await visit();
  const summary = `/stores/${storeId}/summary`;
  await enter(page, summary, owner);
  const lines = page.getByRole('region', { name: 'To do' }).getByRole('link');
  await expect.poll(() => lines.count()).toBe(7);
  expect(await flaws(page, everyLook)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  // Until the order is read again, which restores its deadline.
  const late = await statement(
    `update orders set ship_by = now() - interval '1 hour'
     where id = (select min(o.id) from orders o join stores s on s.id = o.store_id where s.slug = $1)`,
    [storeId],
  );
  expect(late).toBe(1);
  await page.reload();
  await lines.filter({ hasText: '3 orders to ship' }).getByText('1 late').waitFor();
  const namesOf = async () => (await lines.allInnerTexts()).map((text) => text.split('\n')[0] ?? '');
  const names = await namesOf();
  const shown = page.locator('.ant-table-row, .es-needs > li');
  for (const name of names) {
    const count = Number(/^\d+/.exec(name)?.[0]);
    await lines.filter({ hasText: name }).click();
    await page.waitForURL((address) => address.pathname !== summary);
    await expect.poll(() => shown.count(), { message: name }).toBe(count);
    const opened = page.url();
    await page.goBack();
    await page.waitForURL(`**${summary}`);
    await expect.poll(namesOf).toEqual(names);
    await page.goForward();
    await page.waitForURL(opened);
    await expect.poll(() => shown.count(), { message: `${name}, again` }).toBe(count);
    await page.goBack();
    await lines.first().waitFor();
  }

  // How its sync does is on the shop's own page: how long a sale took, the last error, and the next attempt.
  await page.goto(`/stores/${storeId}/marketplaces/our-shopee/sync_health`);
  const speed = page.getByRole('region', { name: 'Speed of sync' });
  const seen = speed.getByRole('row').filter({ hasText: 'Sold → seen here' });
  await expect.poll(() => seen.getByRole('cell').nth(2).innerText()).toBe('3');
  for (const column of [0, 1]) expect(await seen.getByRole('cell').nth(column).innerText()).toMatch(/\d/);
  const now = page.getByRole('region', { name: 'Now' });
  await now.getByText('Shopee won’t change the quantity while this item is in a promotion.').waitFor();
  const next = now.locator('dt', { hasText: 'Next attempt' }).locator('xpath=following-sibling::dd[1]');
  expect(await next.locator('time').count()).toBe(1);
  for (const fact of ['Quantities that wait', 'Waiting longest since'])
    await now.locator('dt', { hasText: fact }).waitFor();
  const bar = speed.locator('.es-health-bar').first();
  await bar.waitFor();
  expect((await bar.boundingBox())?.width).toBeGreaterThan(0);
  const pulled = page.waitForResponse((answer) => answer.url().includes('/pull'));
  await page.getByRole('button', { name: 'Pull now' }).click();
  expect((await pulled).status()).toBe(200);
  expect(faults).toEqual([]);
  await close();
});

it('nothing is said to be done while merges are suggested', async () => {
  const owner = await newAccount('suggested');
  const storeId = await newStore(owner, 'Suggested');
  const listings = [{ sku: 'SAME', name: 'The same', quantity: 4 }];
  await connectShop(owner, storeId, { channel: 'shopee', shop: newShopId(), listings });
  await connectShop(owner, storeId, { channel: 'lazada', shop: newShopId(), listings });
  const { page, faults, close } = await visit();
  await enter(page, `/stores/${storeId}/summary`, owner);
  const panel = page.getByRole('region', { name: 'To do' });
  await panel.getByRole('link', { name: '1 merge is suggested' }).waitFor();
  expect(await panel.getByText('All done.').count()).toBe(0);
  expect(faults).toEqual([]);
  await close();
});
