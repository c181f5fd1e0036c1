import { toMajor } from '@evenstock/contract/values/money';
import { listed, paged } from '../core/left-out.ts';
import type { Item, Variant } from '../core/records.ts';
import { hasOptions, optionsOf, sellerCodeOf, type DescriptiveField } from './goods-records.ts';
import type { QapiCall } from './qapi-call.ts';
import { QapiError } from './reply.ts';
import { itemStatus, itemStatuses, localTime } from './words.ts';

const pageSize = 500;
const mostLevels = 5;
/** The seller's share of what the buyer pays. */
const settled = 0.88;

export const itemCodes = {
  notFound: -10001,
  badParameter: -10002,
  notEditable: -10008,
  detailRefused: -10009,
} as const;

/** `ItemsLookup.GetAllGoodsInfo`: one status, page by page (qoo10.md 3). */
export function listGoods(call: QapiCall): object {
  const status = itemStatuses.find((word) => word === call.text('ItemStatus'));
  if (status === undefined)
    throw new QapiError(itemCodes.badParameter, `ItemStatus must be one of ${itemStatuses.join(', ')}.`);
  const page = call.whole('Page', itemCodes.badParameter) ?? 1;
  if (page < 1) throw new QapiError(itemCodes.badParameter, 'Page begins with 1.');
  const ofStatus = [...call.shop.items.values()].filter((item) => itemStatus(item) === status);
  const found = listed(ofStatus, call.leftOut('products'));
  return {
    TotalItems: found.length,
    TotalPages: Math.ceil(found.length / pageSize),
    PresentPage: page,
    Items: paged(found, (page - 1) * pageSize, pageSize, call.pageFault('products')).map((item) => ({
      ItemCode: item.id,
      SellerCode: sellerCodeOf(item),
      ItemStatus: status,
    })),
  };
}

/** `ItemsLookup.GetItemDetailInfo`: a list of one. From version 1.1 on in the later keys, with numbers as text (qoo10.md 3.1). */
export function readGoods(call: QapiCall): object[] {
  const item = itemNamed(call);
  if (item.status !== 'normal' && item.status !== 'unlisted')
    throw new QapiError(itemCodes.detailRefused, 'The item is neither on queue nor available.');
  return [call.sent.version === '1.0' ? detail(call, item) : laterDetail(call, item)];
}

/** `ItemsLookup.GetGoodsInventoryInfo`: the options of an item; null where it has none. */
export function readOptions(call: QapiCall): object[] | null {
  const item = itemNamed(call);
  return hasOptions(item) ? optionsOf(item).map((variant) => optionRow(call, item, variant)) : null;
}

/** `ItemsLookup.GetGoodsOptionInfo`: add-on options, which these shops do not use. */
export function readAddOns(call: QapiCall): null {
  itemNamed(call);
  return null;
}

/** The item that ItemCode names, else SellerCode. */
export function itemNamed(call: QapiCall): Item {
  const itemCode = call.text('ItemCode');
  const sellerCode = call.text('SellerCode');
  if (itemCode === '' && sellerCode === '')
    throw new QapiError(itemCodes.badParameter, 'ItemCode or SellerCode is required.');
  const item =
    itemCode === ''
      ? [...call.shop.items.values()].find(
          (one) => one.status !== 'deleted' && sellerCodeOf(one) === sellerCode,
        )
      : call.shop.items.get(itemCode);
  if (item === undefined) throw new QapiError(itemCodes.notFound, 'The item was not found.');
  return item;
}

/** Units left, of all options together. */
function quantityOf(call: QapiCall, item: Item): number {
  return optionsOf(item).reduce(
    (sum, variant) => sum + call.shop.stockShown(variant, call.staleSeconds).sellable,
    0,
  );
}

function detail(call: QapiCall, item: Item): object {
  const { shop, goods, core } = call;
  const text = (field: DescriptiveField): string => goods.text(shop, item, field);
  const price = goods.basePrice(shop, item);
  const picture = core.pictureUrl(item.picture);
  return {
    ItemNo: item.id,
    ItemStatus: itemStatus(item),
    SellerCode: sellerCodeOf(item),
    ItemTitle: item.name,
    SellPrice: major(call, price),
    RetailPrice: Number(text('RetailPrice') || '0'),
    SettlePrice: major(call, Math.round(price * settled)),
    ItemQty: quantityOf(call, item),
    ExpireDate: goods.of(shop, item).expireDate,
    SecondSubCatCd: text('SecondSubCat'),
    MainCatCd: '100000001',
    BrandNm: '',
    ShippingNo: text('ShippingNo'),
    ImageUrl: picture,
    MultiImageUrl: `${picture}$$${core.pictureUrl('parcel')}`,
    VideoUrl: text('VideoUrl'),
    ItemDetail: item.description,
    Material: text('Material'),
    ContactTel: text('ContactTel'),
    AdultYN: text('AdultYN'),
    IndustrialCode: text('IndustrialCode') || barcodeOf(item),
    Weight: text('Weight'),
  };
}

/** An item has one code, whatever its options are. */
const barcodeOf = (item: Item): string =>
  optionsOf(item).find(({ barcode }) => barcode !== null)?.barcode ?? '';

function laterDetail(call: QapiCall, item: Item): object {
  const { shop, goods, core } = call;
  const text = (field: DescriptiveField): string => goods.text(shop, item, field);
  const price = goods.basePrice(shop, item);
  return {
    ItemCode: item.id,
    ItemStatus: itemStatus(item),
    ItemTitle: item.name,
    PromotionName: text('PromotionName'),
    MainCatCd: '100000001',
    MainCatNm: 'Food & Dining',
    FirstSubCatCd: '200000001',
    FirstSubCatNm: 'Beverages',
    SecondSubCatCd: text('SecondSubCat'),
    SecondSubCatNm: 'Coffee & Tea',
    SellerCode: sellerCodeOf(item),
    RetailPrice: text('RetailPrice') || '0',
    ItemPrice: String(major(call, price)),
    TaxRate: '0',
    SettlePrice: String(major(call, Math.round(price * settled))),
    ItemQty: String(quantityOf(call, item)),
    ExpireDate: goods.of(shop, item).expireDate,
    ModelNM: text('ModelNm'),
    BrandNo: text('BrandNo'),
    ShippingNo: text('ShippingNo'),
    ProductionPlaceType: text('ProductionPlaceType'),
    ProductionPlace: text('ProductionPlace'),
    AdultYN: text('AdultYN'),
    AvailableDateType: text('AvailableDateType'),
    AvailableDateValue: text('AvailableDateValue'),
    Keyword: text('Keyword'),
    ListedDate: localTime(item.createdAt),
    ChangedDate: localTime(item.updatedAt),
    ItemDetail: item.description,
    ImageUrl: core.pictureUrl(item.picture),
    VideoURL: text('VideoUrl'),
  };
}

function optionRow(call: QapiCall, item: Item, variant: Variant): object {
  const levels = [...Array(mostLevels).keys()].flatMap((level): [string, string][] => [
    [`Name${String(level + 1)}`, item.optionNames[level] ?? ''],
    [`Value${String(level + 1)}`, variant.options[level] ?? ''],
  ]);
  return {
    ...Object.fromEntries(levels),
    Price: major(call, variant.price - call.goods.basePrice(call.shop, item)),
    Qty: call.shop.stockShown(variant, call.staleSeconds).sellable,
    ItemTypeCode: variant.sku,
    QinventoryCode: '',
    QinventoryQty: 0,
  };
}

function major(call: QapiCall, minor: number): number {
  return toMajor(minor, call.shop.record.currency);
}
