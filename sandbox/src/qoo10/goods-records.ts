import { z } from 'zod';
import type { Core } from '../core/simulator.ts';
import type { Table } from '../core/journal.ts';
import type { Item } from '../core/records.ts';
import type { Shop } from '../core/shop.ts';

/** What UpdateGoods writes over as a whole (qoo10.md 3.2), by the name of its parameter. */
export const descriptiveFields = [
  'SecondSubCat', 'BrandNo', 'ManufactureNo', 'ModelNm', 'Weight', 'Material', 'ProductionPlaceType', 'ProductionPlace', 'OriginCountryCode',
  'IndustrialCodeType', 'IndustrialCode', 'HsCode', 'AdultYN', 'ContactTel', 'ShippingNo', 'AvailableDateType', 'AvailableDateValue', 'Keyword',
  'PromotionName', 'RetailPrice', 'VideoUrl',
] as const; // oxfmt-ignore
export type DescriptiveField = (typeof descriptiveFields)[number];

const goodsRecord = z.object({
  /** Minor units: what options add to. Null: the lowest price of the options. */
  basePrice: z.int().nullable(),
  /** yyyy-mm-dd */
  expireDate: z.string(),
  texts: z.partialRecord(z.enum(descriptiveFields), z.string()),
});
type GoodsRecord = z.infer<typeof goodsRecord>;

const usualTexts: GoodsRecord['texts'] = {
  SecondSubCat: '300000001',
  Weight: '0.2',
  AdultYN: 'N',
  ShippingNo: '0',
  AvailableDateType: '0',
  ProductionPlaceType: '1',
  ProductionPlace: 'Singapore',
};

/** What this marketplace keeps of an item besides its listing. */
export class GoodsRecords {
  readonly #table: Table<GoodsRecord>;

  constructor(core: Core) {
    this.#table = core.table('qoo10/goods', goodsRecord);
  }

  of(shop: Shop, item: Item): GoodsRecord {
    return (
      this.#table.get(key(shop, item)) ?? { basePrice: null, expireDate: '2030-12-31', texts: usualTexts }
    );
  }

  change(shop: Shop, item: Item, change: Partial<GoodsRecord>): void {
    this.#table.put(key(shop, item), { ...this.of(shop, item), ...change });
  }

  text(shop: Shop, item: Item, field: DescriptiveField): string {
    return this.of(shop, item).texts[field] ?? '';
  }

  /** What the item costs before an option adds to it, in minor units. */
  basePrice(shop: Shop, item: Item): number {
    const options = optionsOf(item);
    if (!hasOptions(item)) return options[0]?.price ?? 0;
    return this.of(shop, item).basePrice ?? Math.min(...options.map(({ price }) => price));
  }
}

function key(shop: Shop, item: Item): string {
  return `${shop.id}/${item.id}`;
}

export function hasOptions(item: Item): boolean {
  return item.optionNames.length > 0;
}

/** The rows of an item that are there; of an item without options, the item itself. */
export function optionsOf(item: Item): Item['variants'] {
  return item.variants.filter(({ status }) => status !== 'deleted');
}

/** The seller's code of the item as a whole. */
export function sellerCodeOf(item: Item): string {
  return hasOptions(item) ? item.sku : (optionsOf(item)[0]?.sku ?? item.sku);
}
