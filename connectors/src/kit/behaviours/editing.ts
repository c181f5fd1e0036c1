import { english } from '@evenstock/contract/messages/english';
import type { Action, ListedItem } from '../capabilities.ts';
import type { Access } from '../access.ts';
import type { ChannelListing, ChannelVariant } from '../connector.ts';
import { allListings, claim, untilSettled } from './claims.ts';
import { settle } from './lost-answers.ts';
import { connect } from './world.ts';
import type { Behaviour, World } from './world.ts';

export const editing: readonly Behaviour[] = [
  {
    name: 'sets a price and reads it back; the quantity stays',
    where: ({ connector }) => connector.pricing !== undefined,
    async check(world) {
      const { pricing } = world.connector;
      claim(pricing !== undefined, 'sets no prices');
      const { access, variant } = await oneItem(world);
      const price = (variant.price ?? 0) + 10_000;
      await settle(world, access, pricing.setPrice, {
        listing: variant,
        price,
        currency: world.currency,
      });
      await untilSettled(world);
      const after = await oneItemNow(world, access);
      claim(after.variant.price === price, `set ${price}, reads ${String(after.variant.price)}`);
      claim(after.variant.measure === 10, `the quantity is now ${String(after.variant.measure)}`);
    },
  },
  {
    name: 'renames an item and reads it back',
    where: ({ connector }) => connector.renaming !== undefined,
    async check(world) {
      const { renaming } = world.connector;
      claim(renaming !== undefined, 'renames nothing');
      const { access, item } = await oneItem(world);
      const name = 'Kopitiam Porcelain Cup and Saucer, green leaf';
      await settle(world, access, renaming.rename, { item, name });
      await untilSettled(world);
      const after = await oneItemNow(world, access);
      claim(after.listing.name === name, `is called ${after.listing.name}`);
      claim(after.variant.measure === 10, `the quantity is now ${String(after.variant.measure)}`);
    },
  },
  {
    name: 'takes an item off sale and puts it back',
    where: ({ connector }) => connector.delisting !== undefined,
    async check(world) {
      const { delisting } = world.connector;
      claim(delisting !== undefined, 'delists nothing');
      const { access, item } = await oneItem(world);
      const steps: readonly (readonly [Action<ListedItem>, string])[] = [
        [delisting.delist, 'delisted'],
        [delisting.relist, 'normal'],
      ];
      for (const [action, status] of steps) {
        await settle(world, access, action, item);
        await untilSettled(world);
        const after = await oneItemNow(world, access);
        claim(after.variant.status === status, `reads ${after.variant.status} instead of ${status}`);
      }
    },
  },
  {
    name: 'deletes an item',
    where: ({ connector }) => connector.listingRemoval !== undefined,
    async check(world) {
      const { listingRemoval } = world.connector;
      claim(listingRemoval !== undefined, 'deletes nothing');
      const { access, item } = await oneItem(world);
      await settle(world, access, listingRemoval.remove, item);
      await untilSettled(world);
      const left = (await allListings(world, access)).find(({ itemId }) => itemId === item.itemId);
      claim(left === undefined || left.status === 'deleted', `is still there, ${left?.status ?? ''}`);
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
  readonly access: Access;
  readonly listing: ChannelListing;
  readonly variant: ChannelVariant;
  readonly item: ListedItem;
}

const itemOf = ({ itemId, variants }: ChannelListing): ListedItem => ({ itemId, variants });

/** A shop with one item of one variant. */
async function oneItem(world: World): Promise<OneItem> {
  await world.control.addItem([{ sku: 'CUP', quantity: 10 }]);
  return oneItemNow(world, await connect(world));
}

async function oneItemNow(world: World, access: Access): Promise<OneItem> {
  const listings = await allListings(world, access);
  const listing = listings.find(({ variants }) => variants.some(({ sku }) => sku === 'CUP'));
  const [variant] = listing?.variants ?? [];
  claim(listing !== undefined && variant !== undefined, 'the item is not listed');
  return { access, listing, variant, item: itemOf(listing) };
}
