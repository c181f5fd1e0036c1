import { listVariants } from '@evenstock/contract/catalog/variants';
import { boostListing } from '@evenstock/contract/catalog/boosts';
import { expect, it } from 'vitest';
import { enter, visit } from '../browser.ts';
import { newAccount } from '../accounts.ts';
import { connectShop, newShopId, newStore } from '../stores.ts';

it('a listing is bumped and unbumped; the sixth of a marketplace is refused with a reason', async () => {
  const { page, faults, close } = await visit();
  const listings = Array.from({ length: 6 }, (_, index) => {
    const sku = `BUMP-${String(index)}`;
    return { sku, name: sku, quantity: 4 };
  });
  const owner = await newAccount('bumping');
  const storeId = await newStore(owner, 'Bumping Shop');
  await connectShop(owner, storeId, { channel: 'shopee', shop: newShopId(), listings });
  const { variants } = await owner.call(listVariants, { params: { storeId } });
  const [first, ...others] = variants;
  const last = others.pop();
  if (first === undefined || last === undefined) throw new Error('The shop has six SKUs.');
  const addressOf = ({ slug }: { readonly slug: string }) => `/stores/${storeId}/variants/${slug}`;
  const more = page.getByRole('button', { name: 'More actions for Our shopee' });

  await enter(page, addressOf(first), owner);
  await more.click();
  await page.getByRole('menuitem', { name: 'Start Bumping' }).click();
  await page.getByText('Successfully bumped item on shopee').waitFor();
  await page.getByText(/^Bumped/).waitFor();

  for (const variant of others) {
    for (const { id } of variant.variant_listings) {
      await owner.call(boostListing, { params: { storeId, variantListingId: id } });
    }
  }
  await page.goto(addressOf(last));
  await more.click();
  await page.getByRole('menuitem', { name: 'Start Bumping' }).click();
  await page
    .getByText(
      'Failed to bump item: Shopee boosts at most 5 items at a time. Wait until one of them has ended.',
    )
    .waitFor();

  await page.goto(addressOf(first));
  await more.click();
  await page.getByRole('menuitem', { name: 'Stop Bumping' }).click();
  await page.getByText('Successfully unbumped item on shopee').waitFor();
  await more.click();
  await page.getByRole('menuitem', { name: 'Start Bumping' }).waitFor();
  expect(faults).toEqual([]);
  await close();
});
