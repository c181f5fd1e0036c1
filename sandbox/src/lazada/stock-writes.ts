import { toMinor } from '@evenstock/contract/values/money';
import { noStock, placesOf, stockAt } from '../core/places.ts';
import type { Offer } from '../core/shop.ts';
import { Failure } from './reply.ts';
import type { ShopCall } from './shop-call.ts';
import { readTime, warehouseCode } from './words.ts';
import { readSkus, type SkuEntry } from './sku-payload.ts';

const mostSkus = 50;

/** `/product/stock/sellable/update`: sets what can be bought (lazada.md 3, stock model). */
export function updateSellable(call: ShopCall): object {
  return eachSku(call, (offer, entry) => {
    for (const { place, figure } of figuresOf(call, entry, 'SellableQuantity'))
      setSellable(call, offer, units(figure), place);
  });
}

/** `/product/stock/sellable/adjust`: adds to or takes from what can be bought. */
export function adjustSellable(call: ShopCall): object {
  return eachSku(call, (offer, entry) => {
    for (const { place, figure } of figuresOf(call, entry, 'SellableQuantity')) {
      const { sellable } = stockAt(offer.variant, place) ?? noStock;
      setSellable(call, offer, sellable + units(figure), place);
    }
  });
}

/** `/product/price_quantity/update`: prices, and the total, in which unpaid and unpacked units are counted. */
export function updatePriceAndTotal(call: ShopCall): object {
  return eachSku(call, (offer, entry) => {
    const totals = figuresOf(call, entry, 'Quantity').filter(({ figure }) => figure !== undefined);
    if (totals.length === 0 && entry.Price === undefined && entry.SalePrice === undefined) {
      throw new Failure('InvalidParameter', 'A price or a quantity is expected.');
    }
    for (const { place, figure } of totals) {
      const { held, occupied } = stockAt(offer.variant, place) ?? noStock;
      setSellable(call, offer, units(figure) - held - occupied, place);
    }
    setPrices(call, offer, entry);
  });
}

function setSellable(call: ShopCall, offer: Offer, sellable: number, place: string | null): void {
  const { reserved } = stockAt(offer.variant, place) ?? noStock;
  if (sellable < reserved) {
    throw new Failure('212', reserved === 0 ? 'Sellable stock would be negative.' : `Sellable stock would be below the ${String(reserved)} units of a campaign.`); // oxfmt-ignore
  }
  call.shop.setStock(offer, { sellable }, 'api', place);
}

function setPrices(call: ShopCall, offer: Offer, entry: SkuEntry): void {
  const { currency } = call.shop.record;
  const price = entry.Price === undefined ? null : amount(entry.Price, currency, '4104');
  const special = entry.SalePrice === undefined ? null : amount(entry.SalePrice, currency, '4121');
  const [from, to] = [readTime(entry.SaleStartDate ?? ''), readTime(entry.SaleEndDate ?? '')];
  if (from !== null && to !== null && from > to)
    throw new Failure('4117', 'The special price ends before it begins.');
  if (price === 0) throw new Failure('4118', 'The price may not be zero.');
  if (special !== null && special > (price ?? offer.variant.price)) {
    throw new Failure('4119', 'The special price is above the price.');
  }
  if (price !== null) call.shop.setPrice(offer, price);
  if (special !== null) {
    offer.variant.specialPrice = special === 0 ? null : special;
    call.shop.itemChanged(offer.item);
  }
}

/**
 * Writes SKU by SKU. One that cannot be written does not keep the others from it: the answer is then 501 with a row
 * for each that failed, or their own code when it is the same for all SKUs of the call.
 */
function eachSku(call: ShopCall, write: (offer: Offer, entry: SkuEntry) => void): object {
  const entries = readSkus(call.needed('payload'));
  if (entries.length > mostSkus)
    throw new Failure('204', `At most ${String(mostSkus)} SKUs may be in a request.`);
  const done = call.halfBatch ? Math.floor(entries.length / 2) : entries.length;
  const failures: { entry: SkuEntry; failure: Failure }[] = [];
  entries.forEach((entry, index) => {
    try {
      if (index >= done) throw new Failure('ServiceTimeout', 'The service did not answer in time.', 'SYSTEM');
      write(findOffer(call, entry), entry);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      failures.push({ entry, failure: error });
    }
  });
  const [first] = failures;
  if (first === undefined) return {};
  const codes = new Set(failures.map(({ failure }) => failure.code));
  // A code of the item centre appears in the rows alone.
  const isOneReason =
    failures.length === entries.length && codes.size === 1 && /^\d+$/.test(first.failure.code);
  const detail = failures.map(({ entry, failure }) => ({
    item_id: entry.ItemId,
    sku_id: entry.SkuId,
    seller_sku: entry.SellerSku,
    code: failure.code,
    message: failure.message,
  }));
  if (isOneReason) throw new Failure(first.failure.code, first.failure.message, 'ISP', detail);
  throw new Failure('501', 'Update product failed', 'ISP', detail);
}

function findOffer(call: ShopCall, entry: SkuEntry): Offer {
  if (entry.SkuId === undefined) throw new Failure('4193', 'SellerSku is no longer a key: send SkuId.');
  const offer = call.shop.offer(entry.SkuId);
  if (offer === undefined || offer.variant.status === 'deleted') throw new Failure('207', 'SKU not found');
  if (offer.variant.locked) {
    throw new Failure(
      'THD_IC_ERR_F_IC_ABILITY_PG_004',
      'A campaign locks this SKU: it cannot be edited now.',
    );
  }
  if (entry.ItemId !== undefined && entry.ItemId !== offer.item.id)
    throw new Failure('208', 'Item not found');
  return offer;
}

/** The figure of an entry for the main warehouse, or those of the warehouses that it names. */
function figuresOf(
  { shop }: ShopCall,
  entry: SkuEntry,
  name: 'Quantity' | 'SellableQuantity',
): readonly { readonly place: string | null; readonly figure: string | undefined }[] {
  const rows = entry.MultiWarehouseInventories?.MultiWarehouseInventory ?? [];
  if (entry[name] !== undefined || rows.length === 0) return [{ place: null, figure: entry[name] }];
  return rows.map((row) => {
    const code = row.WarehouseCode;
    const place = placesOf(shop).find(({ key }) => code === undefined || warehouseCode(key) === code);
    if (place === undefined) throw new Failure('InvalidParameter', `There is no warehouse ${code ?? ''}.`);
    return { place: place.key, figure: row[name] };
  });
}

function units(text: string | undefined): number {
  const value = Number(text === undefined || text.trim() === '' ? NaN : text);
  if (!Number.isInteger(value)) throw new Failure('InvalidParameter', 'A whole number of units is expected.');
  return value;
}

function amount(text: string, currency: string, code: string): number {
  const value = Number(text);
  if (text.trim() === '' || !/^\d+(\.\d{1,2}0*)?$/.test(text.trim()))
    throw new Failure(code, 'The price must be a figure with two decimals at most.');
  return toMinor(value, currency);
}
