import { formatMoney } from '@evenstock/contract/values/money';
import { dayOf } from '../../platform/time/days.ts';
import type { OrderToPrint, Seller } from './printing.queries.ts';

/** Whom an invoice is for. */
export interface InvoiceBuyer {
  readonly name: string | null;
  readonly fullAddress: string | null;
  readonly postalCode: string | null;
}

export interface InvoiceItem {
  readonly name: string;
  readonly sku: string | null;
  readonly quantity: number;
  readonly unitPrice: string;
  readonly total: string;
}

/** An invoice as it is drawn; every amount is formatted in the currency of the order. */
export interface Invoice {
  readonly reference: string;
  /** The day of the order in the zone of the store, DD/MM/YYYY. */
  readonly date: string;
  readonly seller: { readonly name: string; readonly address: string | null };
  readonly buyer: readonly string[];
  readonly items: readonly InvoiceItem[];
  /** What leads from the items to the total, which it adds up to. */
  readonly amounts: readonly { readonly label: string; readonly amount: string }[];
  readonly total: string;
}

/** Whether the marketplace has reported what the order costs: one that is not paid and costs 0 has no price yet. */
export const hasAmounts = (order: Pick<OrderToPrint, 'total_amount' | 'marketplace_state'>): boolean =>
  order.total_amount !== 0 || order.marketplace_state !== 'unpaid';

/** A price that the marketplace does not tell; the amounts after the items make up the total all the same. */
const untold = '–';

/** The invoice of an order. The difference between the items and the total in its marketplace's amounts is shown as 'Other'. */
export function invoiceOf(order: OrderToPrint, seller: Seller, buyer: InvoiceBuyer): Invoice {
  const { currency } = order;
  const shown = (minor: number): string => formatMoney(minor, currency);
  const [year = '', month = '', day = ''] = dayOf(order.source_created_at, seller.time_zone).split('-');
  return {
    reference: order.reference_number,
    date: `${day}/${month}/${year}`,
    seller: { name: seller.company_name ?? seller.name, address: seller.address },
    buyer: buyerLines(buyer),
    items: order.items.map((item) => ({
      name: item.name,
      sku: item.sku,
      quantity: item.ordered,
      unitPrice: item.unit_price === null ? untold : shown(item.unit_price),
      total: item.unit_price === null ? untold : shown(item.ordered * item.unit_price),
    })),
    amounts: amountsOf(order).map(({ label, minor }) => ({ label, amount: shown(minor) })),
    total: shown(order.total_amount),
  };
}

/** The amounts between the items and the total, in minor units; the first is the sum of the items, and all sum up to the total. */
export function amountsOf(order: OrderToPrint): { label: string; minor: number }[] {
  const items = order.items.reduce((sum, { ordered, unit_price: price }) => sum + ordered * (price ?? 0), 0);
  const reported = [
    { label: 'Shipping', minor: order.shipping_fee ?? 0 },
    { label: 'Tax', minor: order.tax ?? 0 },
    { label: 'Service fee', minor: order.service_fee ?? 0 },
    { label: 'Insurance', minor: order.insurance ?? 0 },
    { label: 'Gift wrap', minor: order.gift_wrap ?? 0 },
    { label: 'Tip', minor: order.tip ?? 0 },
    { label: 'Voucher', minor: -Math.abs(order.voucher ?? 0) },
    { label: 'Coins', minor: -Math.abs(order.coin ?? 0) },
    { label: 'Card promotion', minor: -Math.abs(order.credit_card_promotion ?? 0) },
    { label: 'Seller discount', minor: -Math.abs(order.seller_discount ?? 0) },
    { label: 'Cart discount', minor: -Math.abs(order.cart_discount ?? 0) },
    { label: 'Discount', minor: -Math.abs(order.discount ?? 0) },
  ].filter(({ minor }) => minor !== 0);
  const subtotal = { label: 'Items', minor: items };
  const sum = (lines: readonly { minor: number }[]): number =>
    lines.reduce((all, { minor }) => all + minor, 0);
  if (sum([subtotal, ...reported]) === order.total_amount) return [subtotal, ...reported];
  // Prices of items often hold the discounts already: then what is added is left, and what remains is named as such.
  const added = reported.filter(({ minor }) => minor > 0);
  const rest = order.total_amount - sum([subtotal, ...added]);
  return [subtotal, ...added, ...(rest === 0 ? [] : [{ label: 'Other', minor: rest }])];
}

function buyerLines({ name, fullAddress, postalCode }: InvoiceBuyer): string[] {
  const isInAddress = postalCode !== null && fullAddress?.includes(postalCode) === true;
  return [name, fullAddress, isInAddress ? null : postalCode].flatMap((line) =>
    line === null || line === '' ? [] : [line],
  );
}
