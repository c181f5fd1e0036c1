import { listVariants, updateVariant } from '@evenstock/contract/catalog/variants';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { enter, everyLook, flaws, overflows, ownerCaller, visit } from '../browser.ts';
import { control } from '../control.ts';
import { allowSync, connectShop, newShopId, newStore } from '../stores.ts';
import { until } from '../until.ts';

/* The sync of one marketplace: what would be written is looked at before it is switched on. */

const slug = 'moving-in';
const shop = newShopId();
const listings = ['BOWL', 'DISH'].map((sku) => ({ sku, name: `The ${sku}`, quantity: 6 }));

beforeAll(async () => {
  const owner = await ownerCaller();
  await newStore(owner, 'Moving In');
  await allowSync(owner, slug);
  await connectShop(owner, slug, { channel: 'shopee', shop, listings });
});

const shown = z.array(z.object({ sku: z.string(), quantity: z.number() }));
const atShop = (sku: string) => async () =>
  shown.parse(await control('GET', `/shopee/${shop}/listings`)).find((listing) => listing.sku === sku)
    ?.quantity;

describe('the sync of one marketplace', () => {
  it('is switched off, looked at, and switched on with what is written', async () => {
    const { call } = await ownerCaller();
    const { page, faults, close } = await visit();
    await enter(page, `/stores/${slug}/products/planned_writes`);
    await page.getByText('Every listing shows what Evenstock would write').waitFor();
    const sync = page.getByRole('switch', { name: /^Sync to / });
    await sync.click();
    await page.getByText('may sell what is not there').waitFor();
    await page.getByRole('button', { name: 'Switch off' }).click();
    await until(() => sync.isChecked(), false);

    const { variants } = await call(listVariants, { params: { storeId: slug }, query: {} });
    const bowl = variants.find(({ sku }) => sku === 'BOWL');
    await call(updateVariant, {
      params: { storeId: slug, variantId: bowl?.slug ?? '' },
      body: { variant: { adjustment: -6 } },
    });
    const row = page.getByRole('row').filter({ hasText: 'The BOWL' });
    await row.getByText('To 0').waitFor();
    await row.getByText('The SKU has 0').waitFor();
    expect(await atShop('BOWL')()).toBe(6);
    expect(await flaws(page, everyLook)).toEqual([]);
    await page.setViewportSize({ width: 375, height: 812 });
    await page.getByText('Shows 6, would be written 0').waitFor();
    expect(await overflows(page)).toBe(false);
    await page.setViewportSize({ width: 1366, height: 768 });

    await sync.click();
    await page.getByText('1 listing is set to 0').waitFor();
    await page.getByRole('button', { name: 'Switch on' }).click();
    await until(atShop('BOWL'), 0);
    await page.getByText('Every listing shows what Evenstock would write').waitFor();
    expect(faults).toEqual([]);
    await close();
  });
});
