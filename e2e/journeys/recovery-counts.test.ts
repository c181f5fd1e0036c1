import { showVariant } from '@evenstock/contract/catalog/variants';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { barriers, demoStore, flaws, ownerCaller, phone, visit } from '../browser.ts';
import { statement } from '../database.ts';
import { everywhere, openSku, quantityOf } from '../market.ts';
import { until } from '../until.ts';

/* Counting SKUs after a restore. The demo is not restored: the questions are inserted into its database. */

interface Question {
  readonly sku: string;
  readonly holds: boolean;
  readonly lowersBy: number;
}

/** Inserts a question: Lazada shows 4 units fewer than the ledger and has sold one since; Shopee did not answer. */
async function asks({ sku, holds, lowersBy }: Question): Promise<void> {
  const asked = await statement(
    `insert into recovery_counts (variant_id, store_id, generation, asked_at, holds, lowers_by, shops)
     select v.id, v.store_id, 2, now(), $2, $3, (
       select jsonb_agg(jsonb_build_object('marketplace_id', m.id,
         'shows', case when m.channel = 'lazada' then v.quantity - 4 end, 'sold', case when m.channel = 'lazada' then 1 else 0 end))
       from marketplaces m where m.store_id = v.store_id and m.channel in ('lazada', 'shopee') and m.state = 'verified')
     from variants v join stores s on s.id = v.store_id
     where s.slug = 'demo-store' and v.sku = $1 and v.merged_into_id is null`,
    [sku, holds, lowersBy],
  );
  expect(asked).toBe(1);
}

const answered = (sku: string): Promise<number> =>
  statement('delete from recovery_counts where variant_id in (select id from variants where sku = $1)', [
    sku,
  ]);

const rowOf = (page: Page, sku: string) => page.getByRole('row').filter({ hasText: sku });

async function toCounts(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Count stock' }).click();
  await page.waitForURL(`**${demoStore}/products/counts`);
  await page.getByRole('heading', { name: 'Count stock' }).waitFor();
}

it('the page of a SKU that is to be counted shows the units kept back and links to Count stock, where the count is saved', async () => {
  const sku = 'SPOON-6';
  const { page, faults, close } = await visit();
  await openSku(page, sku);
  const before = await quantityOf(page);
  await asks({ sku, holds: true, lowersBy: -4 });
  await page.reload();
  await page.getByText('4 kept back: it is to be counted after the database was put back.').waitFor();
  await page.getByText(`${String(before - 4)} on sale`).waitFor();
  await page.getByText(/Until then Lazada SG is lowered, but not raised\./).waitFor();
  expect(await flaws(page, [phone, {}])).toEqual([]);

  await toCounts(page);
  const row = rowOf(page, sku);
  await row.getByText(`Lazada SG: ${String(before - 4)}, sold since: 1`).waitFor();
  await row.getByText(/Shopee.*: did not answer/).waitFor();
  await row.getByText('Its shops are not raised until it is counted.').waitFor();
  expect(await barriers(page)).toEqual([]);
  await row.getByRole('spinbutton').fill(String(before - 2));
  await row.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved. The shops follow.').waitFor();
  await row.waitFor({ state: 'detached' });
  await everywhere(sku, before - 2);
  const { params, call } = { params: { storeId: 'demo-store' }, call: (await ownerCaller()).call };
  await openSku(page, sku);
  await until(() => quantityOf(page), before - 2);
  const variantId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const { variant } = await call(showVariant, { params: { ...params, variantId } });
  expect(variant).toMatchObject({ quantity: before - 2, on_sale: before - 2, count_asked: null });
  expect(faults).toEqual([]);
  await close();
});

it('a SKU that is only to be checked is marked as such; a count that was answered meanwhile is refused with a message', async () => {
  const sku = 'EVAP-MILK';
  const { page, faults, close } = await visit();
  await openSku(page, sku);
  await asks({ sku, holds: false, lowersBy: 0 });
  await page.reload();
  await page.getByText(/were set to this number after the database was put back: check it\./).waitFor();
  await toCounts(page);
  await rowOf(page, sku).waitFor();
  // The viewport remains the phone's.
  expect(await flaws(page, [phone])).toEqual([]);
  const card = page.getByRole('listitem').filter({ hasText: sku });
  await card.getByText('Its shops were set to the quantity here: check it.').waitFor();
  await card.getByRole('spinbutton').fill('3');
  expect(await answered(sku)).toBe(1);
  await card.getByRole('button', { name: 'Save' }).click();
  await page.getByText('This SKU does not need to be counted any more.').waitFor();
  expect(faults).toEqual([]);
  await close();
});
