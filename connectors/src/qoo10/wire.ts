import { z } from 'zod';
import {
  count,
  countOrNull,
  countOrZero,
  idOrNull,
  idBeyondZero,
  idText,
  numericOrNull,
  readableOf,
  records,
  shownNumber,
  textOrNull,
  wordOrNull,
} from '../kit/wire-fields.ts';
import { barcodeTold } from '../kit/wire-barcodes.ts';
import { instantIn, instantOrNullIn } from '../kit/times.ts';

/**
 * Replies as QAPI sends them (qoo10.md). Unknown fields are ignored; ids are kept as text.
 * The case of names varies between methods and their versions (`PaymentDate`, `paymentNation`), so records are read by lower-case names.
 */

/** Text without blanks around it; null if it is missing, null or blank. */
const words = textOrNull.transform((text) => text?.trim() ?? null);

/** The same, of which a placeholder ('-') is nothing. */
const shown = wordOrNull.transform((text) => text?.trim() ?? null);

/** A code of the seller's own, as it came: Qoo10 finds it by nothing else. */
const code = textOrNull;

/** Singapore's time, which is what dates are in (qoo10.md 4.2). */
const OFFSET = '+08:00';
/** '2026-01-01 09:00:00', in Singapore's time (qoo10.md 4.2). */
const instant = instantIn(OFFSET);
/** A date that is empty, or missing, until it has happened. */
const instantOrNull = instantOrNullIn(OFFSET);

function byLowerCase(record: unknown): unknown {
  if (typeof record !== 'object' || record === null || Array.isArray(record)) return record;
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name.toLowerCase(), value]));
}

/** qoo10.md 2: the method ran, or the gateway refused the call; codes may be text. */
export const envelope = z
  .preprocess(
    byLowerCase,
    z.object({
      resultcode: count.nullish(),
      resultmsg: words,
      resultobject: z.unknown().optional(),
      errorcode: count.nullish(),
      errormsg: words,
    }),
  )
  .refine((raw) => (raw.resultcode ?? raw.errorcode ?? null) !== null, 'neither ResultCode nor ErrorCode')
  .transform((raw) => {
    const refused = raw.errorcode ?? 0;
    return {
      code: refused === 0 ? (raw.resultcode ?? 0) : refused,
      message: (refused === 0 ? raw.resultmsg : raw.errormsg) ?? '',
      result: raw.resultobject,
    };
  });
export type Envelope = z.output<typeof envelope>;

/** qoo10.md 1.1: the certification key. */
export const certificationKey = z.string().trim().min(1);

/** qoo10.md 3: GetAllGoodsInfo. */
export const itemPage = z.object({
  TotalItems: countOrNull,
  TotalPages: countOrZero,
  PresentPage: countOrZero,
  Items: records,
});
export const listedItem = z.object({
  ItemCode: idText,
  SellerCode: words,
  ItemStatus: words.transform((status) => status ?? ''),
});
export type ListedItem = z.output<typeof listedItem>;

/** qoo10.md 3.1: the results as an array; null when there are none. An answer without them is no answer. */
export const found = z
  .array(z.unknown())
  .nullable()
  .transform((list) => list ?? []);

/** qoo10.md 3.1: both spellings of number and price. */
export const itemDetail = z.preprocess(
  byLowerCase,
  z
    .object({
      itemno: idOrNull,
      itemcode: idOrNull,
      sellercode: code,
      itemstatus: words.transform((status) => status ?? ''),
      itemtitle: words,
      itemdetail: words,
      sellprice: shownNumber,
      itemprice: shownNumber,
      retailprice: shownNumber,
      itemqty: count,
      imageurl: words,
      videourl: words,
      secondsubcatcd: words,
      shippingno: words,
      weight: words,
      material: words,
      contacttel: words,
      adultyn: words,
      industrialcode: z.unknown().optional(),
      industrialcodetype: words,
      productionplacetype: words,
      productionplace: words,
      availabledatetype: words,
      availabledatevalue: words,
      changeddate: instantOrNull,
    })
    .transform((raw) => ({
      ...raw,
      code: raw.itemno ?? raw.itemcode,
      industrialcode: words.parse(raw.industrialcode),
      barcode: barcodeTold.parse(raw.industrialcode),
      price: raw.sellprice ?? raw.itemprice,
    })),
);
export type ItemDetail = z.output<typeof itemDetail>;

const levels = [1, 2, 3, 4, 5] as const;

/** qoo10.md 3.1: a row of GetGoodsInventoryInfo; up to five levels of option, the unused ones empty. */
export const inventoryRow = z
  .looseObject({
    Price: shownNumber,
    Qty: count,
    ItemTypeCode: code,
    QinventoryCode: words,
    QinventoryQty: countOrNull,
  })
  .transform((raw) => ({
    ...raw,
    options: levels.flatMap((level) => {
      const name = words.safeParse(raw[`Name${String(level)}`]).data ?? null;
      const value = words.safeParse(raw[`Value${String(level)}`]).data ?? null;
      return name === null || value === null ? [] : [{ name, value }];
    }),
  }));
export type InventoryRow = z.output<typeof inventoryRow>;

/** What order lists, claim lists and the single order have in common (qoo10.md 4.2 to 4.4). */
const line = {
  orderno: idText,
  /** A row that names no cart is looked up by its own number. */
  packno: idBeyondZero,
  orderdate: instant,
  paymentdate: instantOrNull,
  shippingdate: instantOrNull,
  delivereddate: instantOrNull,
  itemcode: idText,
  selleritemcode: code,
  itemtitle: words,
  option: words,
  optioncode: code,
  orderqty: count,
  currency: words.transform((text) => text?.toUpperCase() ?? null),
  deliverycompany: shown,
  trackingno: shown,
  buyer: words,
  buyer_gata: words,
  buyeremail: words,
  buyermobile: shown,
  receiver: words,
  receiver_gata: words,
  receivermobile: shown,
  receivertel: shown,
};

/** qoo10.md 4.2: one line of an order, as GetShippingInfo_v2 lists it and, with fewer fields, as the single order (4.3). */
export const orderRow = z.preprocess(
  byLowerCase,
  z.object({
    ...line,
    shippingstatus: words,
    estshippingdate: instantOrNull,
    orderprice: numericOrNull,
    total: numericOrNull,
    discount: numericOrNull,
    cart_discount_seller: shownNumber,
    cart_discount_qoo10: shownNumber,
    sellerdiscount: shownNumber,
    shippingrate: shownNumber,
    shippingratetype: words,
    shippingway: words,
    shippingmsg: words,
    shippingaddr: words,
    addr1: words,
    addr2: words,
    zipcode: words,
    claimstatus: words,
    requestdate: instantOrNull,
    cancelrefunddate: instantOrNull,
    reason: words,
    trackingnoreturn: shown,
    paymentamount: numericOrNull,
  }),
);
export type OrderRow = z.output<typeof orderRow>;

/** qoo10.md 4.4: one claim, of one line of an order. */
export const claimRow = z.preprocess(
  byLowerCase,
  z.object({
    ...line,
    claimstatus: idText,
    reason: words,
    requestdate: instantOrNull,
    cancelrefunddate: instantOrNull,
    paymentamount: numericOrNull,
    trackingnoreturn: shown,
    zipcode: words,
  }),
);
export type ClaimRow = z.output<typeof claimRow>;

/** qoo10.md 5: a shipping template of the seller. */
export const deliveryGroups = readableOf(
  z.object({
    ShippingNo: idText,
    ShippingName: words,
    BundleName: words,
    ShippingType: words,
    ShippingFee: shownNumber,
  }),
);

/** qoo10.md 5: couriers, as names or as records whose field for the name is called in one of the usual ways. */
export const couriers = readableOf(
  z.union([
    z.string().min(1),
    z.preprocess(
      byLowerCase,
      z
        .object({ deliverycompany: words, deliverycompanyname: words, companyname: words, name: words })
        .transform((raw) => raw.deliverycompanyname ?? raw.deliverycompany ?? raw.companyname ?? raw.name)
        .pipe(z.string()),
    ),
  ]),
);
