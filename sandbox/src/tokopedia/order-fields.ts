import type { Order } from '../core/records.ts';
import type { Shop } from '../core/shop.ts';
import { recipientOf } from './recipient.ts';
import { rupiah } from './words.ts';

/** Kilograms of one unit. */
export const unitWeight = 0.2;

/** Orders of several products may be accepted in part. */
export function acceptsPartial(order: Order): boolean {
  return order.lines.length > 1;
}

/** What a line's product is called by: the child of a parent, or the product itself. */
export function productOfLine(shop: Shop, line: Order['lines'][number]): string {
  return (shop.items.get(line.itemId)?.optionNames.length ?? 0) > 0 ? line.variantId : line.itemId;
}

export function weightOf(units: number): number {
  return Math.round(unitWeight * units * 100) / 100;
}

export function addressOf(order: Order): object {
  const recipient = recipientOf(order);
  return {
    address_full: recipient.full,
    district: recipient.district,
    city: recipient.city,
    province: recipient.province,
    country: 'Indonesia',
    postal_code: recipient.postalCode,
    district_id: 5455,
    city_id: 555,
    province_id: 33,
    geo: '-6.2,106.8',
  };
}

export function logisticsOf(order: Order): object {
  return {
    shipping_id: 1,
    district_id: 0,
    city_id: 0,
    province_id: 0,
    geo: '',
    shipping_agency: order.selfCollect ? 'Ambil Sendiri' : 'JNE',
    service_type: order.selfCollect ? '' : 'Reguler',
  };
}

/** `ttl_amount` is the products, the shipping and the insurance. */
export function amountsOf(order: Order): object {
  const products = order.lines.reduce((sum, line) => sum + rupiah(line.unitPrice) * line.quantity, 0);
  const shipping = rupiah(order.shippingFee);
  return {
    ttl_product_price: products,
    shipping_cost: shipping,
    insurance_cost: rupiah(order.charges.fee),
    ttl_amount: products + shipping + rupiah(order.charges.fee),
    voucher_amount: 0,
    toppoints_amount: 0,
  };
}

/** 0 for the seller's own warehouse, 1 for Tokopedia's (tokopedia.md 4.1). That the single order has it too is from memory. */
export const fulfillBy = (order: Order): number =>
  order.lines.every(({ keptBy }) => keptBy === 'marketplace') ? 1 : 0;
