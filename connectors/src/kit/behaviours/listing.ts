import { connect } from './world.ts';
import type { Behaviour } from './world.ts';
import { allListings, claim, variantOf } from './claims.ts';

const itemsForSeveralPages = 130;

export const listing: readonly Behaviour[] = [
  {
    name: 'reads every listing, page by page to the end',
    async check(world) {
      await world.control.addItems(itemsForSeveralPages);
      const access = await connect(world);
      const listings = await allListings(world, access);
      const read = new Set(listings.flatMap((each) => each.variants.map(({ sku }) => sku)));
      const quantities = await world.control.quantities();
      const lost = quantities.filter(({ sku }) => !read.has(sku));
      claim(
        lost.length === 0,
        `${lost.length} of ${quantities.length} SKUs were not read, for instance ${lost[0]?.sku ?? ''}`,
      );
    },
  },
  {
    name: 'reads the variants of an item, each with its SKU, price and quantity',
    async check(world) {
      await world.control.addItem([
        { sku: 'SHIRT-S', quantity: 3 },
        { sku: 'SHIRT-M', quantity: 5 },
      ]);
      const access = await connect(world);
      const listings = await allListings(world, access);
      const found = world.control.groupsVariants
        ? listings.filter((each) => each.variants.some(({ sku }) => sku === 'SHIRT-S'))
        : listings;
      const variants = found.flatMap((each) => each.variants);
      claim(variants.length === 2, `there are ${variants.length} variants instead of 2`);
      const small = variants.find(({ sku }) => sku === 'SHIRT-S');
      const medium = variants.find(({ sku }) => sku === 'SHIRT-M');
      claim(
        small?.measure === 3 && medium?.measure === 5,
        `quantities are ${String(small?.measure)} and ${String(medium?.measure)} instead of 3 and 5`,
      );
      claim(
        variants.every(({ price, currency }) => price !== null && price > 0 && currency === world.currency),
        'a price is missing',
      );
      claim(
        variants.every(({ status }) => status === 'normal'),
        'a variant on sale is not normal',
      );
    },
  },
  {
    name: 'reads what changed since an instant, and nothing else where the marketplace can filter',
    async check(world) {
      const { control } = world;
      await control.addItems(3);
      await control.addItem([{ sku: 'CHANGES', quantity: 5 }]);
      await control.pass(120);
      const access = await connect(world);
      const since = access.http.now();
      await control.pass(5);
      await control.edit('CHANGES', { quantity: 6 });
      await control.pass(1);
      const changed = await allListings(world, access, since);
      const skus = changed.flatMap((each) => each.variants.map(({ sku }) => sku));
      claim(skus.includes('CHANGES'), 'the changed listing is not among them');
      claim(
        skus.length === 1 || !control.tellsChanges,
        `${skus.length} listings are said to have changed instead of 1`,
      );
    },
  },
  {
    name: 'reads single items, and calls none missing that is there',
    async check(world) {
      const { connector, control } = world;
      await control.addItem([{ sku: 'ALONE', quantity: 2 }]);
      const access = await connect(world);
      const { itemId } = await variantOf(world, access, 'ALONE');
      const other = itemId.replace(/\d$/, (last) => String((Number(last) + 5) % 10)).replace(/^\d/, '7');
      const never = other === itemId ? `${itemId}-NEVER` : other;
      const got = await connector.listings.read(access, [itemId, never]);
      claim(got.listings.length === 1 && got.listings[0]?.itemId === itemId, 'the item was not read');
      claim(
        got.missing.every((id) => id === never),
        `missing are ${JSON.stringify(got.missing)}`,
      );
    },
  },
];
