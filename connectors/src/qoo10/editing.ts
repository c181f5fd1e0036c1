import { message } from '@evenstock/contract/messages/message';
import { toMajor, toMinor } from '@evenstock/contract/values/money';
import type {
  Action,
  Delisting,
  Effect,
  ListedItem,
  ListingRemoval,
  Pricing,
  Renaming,
} from '../kit/capabilities.ts';
import type { Access } from '../kit/access.ts';
import { parseReply } from '../kit/read-records.ts';
import { rejection, catchRejection } from '../kit/rejections.ts';
import { callSeller } from './client.ts';
import { CURRENCY, lookUpIfThere, SINGLE } from './listings.ts';
import { itemDetail } from './wire.ts';
import type { ItemDetail } from './wire.ts';
import { channel } from './channel.ts';

const group = 'items';

/** An item now; null when it does not exist, or is neither on sale nor on queue. */
async function readItem(access: Access, itemId: string): Promise<ItemDetail | null> {
  const [record] = await lookUpIfThere(access, 'ItemsLookup.GetItemDetailInfo', itemId, []);
  return record === undefined ? null : parseReply(itemDetail, record, 'GetItemDetailInfo');
}

const gone = rejection('no_item', message('refusals.item_inactive', { channel }));
const goneEffect: Effect = { effect: 'refused', code: gone.code, reason: gone.reason };

/**
 * qoo10.md 3: SetGoodsPriceQty, without a quantity. A variant's price can only be set together with its quantity, which would put
 * units on sale again that were sold meanwhile, so it is not set.
 */
export const pricing: Pricing = {
  setPrice: {
    perform(access, { listing, price, currency }) {
      return catchRejection([], async () => {
        if (listing.variantId !== SINGLE) return ofVariant;
        await callSeller(access, {
          method: 'ItemsOrder.SetGoodsPriceQty',
          parameters: { ItemCode: listing.itemId, Price: String(toMajor(price, currency)) },
          group,
        });
        return { outcome: 'done' };
      });
    },
    async check(access, { listing, price }) {
      if (listing.variantId !== SINGLE)
        return { effect: 'refused', code: ofVariant.code, reason: ofVariant.reason };
      const item = await readItem(access, listing.itemId);
      if (item === null) return goneEffect;
      return { effect: item.price !== null && toMinor(item.price, CURRENCY) === price ? 'done' : 'not_done' };
    },
  },
};

const ofVariant = rejection('variant_price', message('refusals.variation_price', { channel }));

/** qoo10.md 3.2: UpdateGoods overwrites the whole item, so the other fields are sent as they were read. */
export const renaming: Renaming = {
  longest: 100,
  rename: {
    perform(access, { item, name }) {
      return catchRejection([], async () => {
        const now = await readItem(access, item.itemId);
        if (now === null) return gone;
        if (now.itemtitle === name) return { outcome: 'done' };
        const parameters = { ...describing(now), ItemCode: item.itemId, ItemTitle: name };
        await callSeller(access, { method: 'ItemsBasic.UpdateGoods', parameters, group });
        return { outcome: 'done' };
      });
    },
    async check(access, { item, name }) {
      const now = await readItem(access, item.itemId);
      if (now === null) return goneEffect;
      return { effect: now.itemtitle === name ? 'done' : 'not_done' };
    },
  },
};

/** Fields that UpdateGoods would empty (qoo10.md 3.2). Singapore names the adult flag otherwise. */
function describing(item: ItemDetail): Record<string, string> {
  const all: Readonly<Record<string, string | null>> = {
    SecondSubCat: item.secondsubcatcd,
    SellerCode: item.sellercode,
    ItemDescription: item.itemdetail,
    StandardImage: item.imageurl,
    VideoUrl: item.videourl,
    RetailPrice: item.retailprice === null ? null : String(item.retailprice),
    ShippingNo: item.shippingno,
    Weight: item.weight,
    Material: item.material,
    ContactTel: item.contacttel,
    IndustrialCode: item.industrialcode,
    AdultYN: item.adultyn,
    AudultYN: item.adultyn,
    ProductionPlaceType: item.productionplacetype,
    ProductionPlace: item.productionplace,
    AvailableDateType: item.availabledatetype,
    AvailableDateValue: item.availabledatevalue,
  };
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) => (value === null ? [] : [[name, value] as const])),
  );
}

const ON_QUEUE = '1';
const AVAILABLE = '2';
const DISCONTINUED = '3';

/** qoo10.md 3: EditGoodsStatus; `reached` says of the item whether it took effect. */
function statusChange(status: string, reached: (item: ItemDetail | null) => boolean): Action<ListedItem> {
  return {
    perform(access, { itemId }) {
      return catchRejection([], async () => {
        const now = await readItem(access, itemId);
        // An item that is not described may be deleted or suspended.
        if (now !== null && reached(now)) return { outcome: 'done' };
        const parameters = { ItemCode: itemId, Status: status };
        await callSeller(access, { method: 'ItemsBasic.EditGoodsStatus', parameters, group });
        return { outcome: 'done' };
      });
    },
    async check(access, { itemId }) {
      return { effect: reached(await readItem(access, itemId)) ? 'done' : 'not_done' };
    },
  };
}

/** qoo10.md 3: on queue an item keeps its place and is hidden. */
export const delisting: Delisting = {
  delist: statusChange(ON_QUEUE, (item) => item?.itemstatus === 'S1'),
  relist: statusChange(AVAILABLE, (item) => item?.itemstatus === 'S2'),
};

/** qoo10.md 3: a discontinued item is not returned any more (-10009). */
export const listingRemoval: ListingRemoval = {
  remove: statusChange(DISCONTINUED, (item) => item === null || !['S1', 'S2'].includes(item.itemstatus)),
};
