import { updateVariant, listVariants, pullVariant } from '@evenstock/contract/catalog/variants';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { newAccount } from '../accounts.ts';
import { barriers, enter, visit } from '../browser.ts';
import { control } from '../control.ts';
import { allowSync, connectShop, newShopId, newStore } from '../stores.ts';
import { until } from '../until.ts';

/* How old the numbers of a shop may be, as its page says. */

const armed = z.array(z.object({ rule: z.looseObject({ shop: z.string().optional() }) }));

/** Gives a shop these faults, if it has them not; those of other journeys stay. */
async function onlyAt(shop: string, faults: readonly object[]): Promise<void> {
  const rules = armed.parse(await control('GET', '/faults')).map(({ rule }) => rule);
  const others = rules.filter((rule) => rule.shop !== shop);
  if (rules.length - others.length === faults.length) return;
  await control('PUT', '/faults', [...others, ...faults]);
}

it('the page of a marketplace says how old its numbers may be, and raises that when it answers an old one', async () => {
  const owner = await newAccount('reading');
  const { call } = owner;
  const storeId = await newStore(owner, 'Reading');
  const shop = newShopId();
  const listings = [{ sku: 'READING-1', name: 'Reading lamp', quantity: 8 }];
  await connectShop(owner, storeId, { channel: 'shopee', shop, listings });
  await allowSync(owner, storeId);
  const { page, faults, close } = await visit();
  const address = `/stores/${storeId}/marketplaces/our-shopee`;
  await enter(page, address, owner);
  await page.getByText('May be up to 60 s old. None was in the last 48 hours.').waitFor();

  const { variants } = await call(listVariants, { params: { storeId }, query: {} });
  const variantId = String(variants[0]?.id);
  const params = { storeId, variantId };
  await call(updateVariant, { params, body: { variant: { adjustment: 5 } } });
  const shown = () => control('GET', `/shopee/${shop}/listings`);
  await until(shown, [expect.objectContaining({ sku: 'READING-1', quantity: 13 })]);
  const answersOld = { kind: 'stale_read', channel: 'shopee', shop, rate: 1, after: 120 };
  try {
    const oldest = page.getByText(/^May be up to \d+ s old\. Oldest in the last 48 hours: \d+ s\.$/);
    await until(async () => {
      await onlyAt(shop, [answersOld]);
      await call(pullVariant, { params });
      await page.reload();
      await page.getByText(/^May be up to \d+ s old/).waitFor();
      return (
        Number(/hours: (\d+) s/.exec(await oldest.innerText({ timeout: 1000 }).catch(() => ''))?.[1]) > 30
      );
    }, true);
    const [, lag, age] = /up to (\d+) s old\..*hours: (\d+) s/.exec(await oldest.innerText()) ?? [];
    expect(Number(lag)).toBeGreaterThan(60);
    expect(Math.abs(Number(lag) - 2 * Number(age))).toBeLessThanOrEqual(1);
    expect(await barriers(page)).toEqual([]);
  } finally {
    await onlyAt(shop, []);
  }
  expect(faults).toEqual([]);
  await close();
});
