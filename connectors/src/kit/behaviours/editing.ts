import { english } from '@evenstock/contract/messages/english';
import type { ListedItem } from '../capabilities.ts';
import type { Access } from '../access.ts';
import type { ChannelListing, ChannelVariant } from '../connector.ts';
import { allListings, claim, untilSettled } from './claims.ts';
import { onceWhateverIsLost, settle } from './lost-answers.ts';
import { connect } from './world.ts';
import type { Behaviour, Seat, World } from './world.ts';

export const editing: readonly Behaviour[] = [
  {
    name: 'sets a price once, whichever answer is lost; the quantity stays',
    where: ({ connector }) => connector.pricing !== undefined,
    async check(world) {
      const { pricing } = world.connector;
      claim(pricing !== undefined, 'sets no prices');
      const { access, variant } = await oneItem(world);
      let price = variant.price ?? 0;
      await onceWhateverIsLost(world, access, pricing.setPrice, () => {
        price += 10_000;
        return Promise.resolve({
          asked: { listing: variant, price, currency: world.currency },
          effects: async () => {
            const { variant: after } = await oneItemNow(world, access);
            return after.price === price && after.measure === 10 ? 1 : 0;
          },
        });
      });
    },
  },
  {
    name: 'renames an item once, whichever answer is lost; the quantity stays',
    where: ({ connector }) => connector.renaming !== undefined,
    async check(world) {
      const { renaming } = world.connector;
      claim(renaming !== undefined, 'renames nothing');
      const { access, item } = await oneItem(world);
      let round = 0;
      await onceWhateverIsLost(world, access, renaming.rename, () => {
        round += 1;
        const name = `Kopitiam Porcelain Cup and Saucer, green leaf ${String(round)}`;
        return Promise.resolve({
          asked: { item, name },
          effects: async () => {
            const after = await oneItemNow(world, access);
            return after.listing.name === name && after.variant.measure === 10 ? 1 : 0;
          },
        });
      });
    },
  },
  ...(['delist', 'relist'] as const).map((verb): Behaviour => ({
    name: `${verb === 'delist' ? 'takes an item off sale' : 'puts an item back on sale'} once, whichever answer is lost`,
    where: ({ connector }) => connector.delisting !== undefined,
    async check(world) {
      const { delisting } = world.connector;
      claim(delisting !== undefined, 'delists nothing');
      const { access, item } = await oneItem(world);
      const other = verb === 'delist' ? delisting.relist : delisting.delist;
      const wanted = verb === 'delist' ? 'delisted' : 'normal';
      await onceWhateverIsLost(world, access, delisting[verb], async () => {
        const { variant } = await oneItemNow(world, access);
        if (variant.status === wanted) await settle(world, access, other, item);
        const { variant: before } = await oneItemNow(world, access);
        claim(before.status !== wanted, `reads ${before.status} before`);
        return {
          asked: item,
          effects: async () => ((await oneItemNow(world, access)).variant.status === wanted ? 1 : 0),
        };
      });
    },
  })),
  {
    name: 'deletes an item once, whichever answer is lost',
    where: ({ connector }) => connector.listingRemoval !== undefined,
    async check(world) {
      const { listingRemoval } = world.connector;
      claim(listingRemoval !== undefined, 'deletes nothing');
      const access = await connect(world);
      let round = 0;
      await onceWhateverIsLost(world, access, listingRemoval.remove, async () => {
        round += 1;
        const sku = `CUP-${String(round)}`;
        await world.control.addItem([{ sku, quantity: 10 }]);
        await untilSettled(world);
        const item = itemOf(await listingOf(world, access, sku));
        return {
          asked: item,
          effects: async () => {
            await untilSettled(world);
            const left = (await allListings(world, access)).find(({ itemId }) => itemId === item.itemId);
            return left === undefined || left.status === 'deleted' ? 1 : 0;
          },
        };
      });
    },
  },
  {
    name: 'shows an item higher for a while, up to the limit at a time',
    where: ({ connector }) => connector.boosting !== undefined,
    async check(world) {
      const { boosting } = world.connector;
      claim(boosting !== undefined, 'boosts nothing');
      await world.control.addItems(boosting.most + 1);
      const access = await connect(world);
      const items = (await allListings(world, access)).map(itemOf);
      for (const item of items.slice(0, boosting.most)) await settle(world, access, boosting.boost, item);
      const boosted = await boosting.boosted(access);
      claim(boosted.length === boosting.most, `${boosted.length} are boosted instead of ${boosting.most}`);
      claim(
        boosted.every(({ endsAt }) => endsAt > access.http.now()),
        'a boost has ended already',
      );
      const [extra] = items.slice(boosting.most);
      claim(extra !== undefined, 'there is no further item');
      const result = await boosting.boost.perform(access, extra).catch(() => ({ outcome: 'rejected' }));
      claim(result.outcome === 'rejected', `one more ends ${result.outcome}`);
    },
  },
  {
    name: 'lists the ways of delivery of the shop',
    where: ({ connector }) => connector.logistics !== undefined,
    async check(world) {
      const { logistics } = world.connector;
      claim(logistics !== undefined, 'lists none');
      const ways = await logistics.list(await connect(world));
      claim(ways.length > 0 && ways.every(({ id, name }) => id !== '' && name !== ''), JSON.stringify(ways));
      claim(new Set(ways.map(({ id }) => id)).size === ways.length, 'two of them have one id');
    },
  },
  {
    name: 'reads the discounts of the shop to the end',
    where: ({ connector }) => connector.discounts !== undefined,
    async check(world) {
      const { discounts } = world.connector;
      claim(discounts !== undefined, 'reads none');
      const access = await connect(world);
      let page = await discounts.page(access, null);
      const [first] = page.unreadable;
      claim(
        first === undefined,
        `could not read a discount: ${first === undefined ? '' : english(first.reason)}`,
      );
      for (let pages = 0; page.next !== null; pages += 1) {
        claim(pages < 100, 'the discounts never end');
        page = await discounts.page(access, page.next);
      }
    },
  },
];

interface OneItem {
  readonly listing: ChannelListing;
  readonly variant: ChannelVariant;
  readonly item: ListedItem;
}

const itemOf = ({ itemId, variants }: ChannelListing): ListedItem => ({ itemId, variants });

/** A shop with one item of one variant. */
export async function oneItem(world: World): Promise<OneItem & { readonly access: Seat }> {
  await world.control.addItem([{ sku: 'CUP', quantity: 10 }]);
  const access = await connect(world);
  return { ...(await oneItemNow(world, access)), access };
}

async function oneItemNow(world: World, access: Access): Promise<OneItem> {
  await untilSettled(world);
  const listing = await listingOf(world, access, 'CUP');
  const [variant] = listing.variants;
  claim(variant !== undefined, 'the item has no variant');
  return { listing, variant, item: itemOf(listing) };
}

async function listingOf(world: World, access: Access, code: string): Promise<ChannelListing> {
  const listings = await allListings(world, access);
  const listing = listings.find(({ variants }) => variants.some(({ sku }) => sku === code));
  claim(listing !== undefined, 'the item is not listed');
  return listing;
}
