/** Amounts of an order in minor units of its currency; discounts have no sign, or are below zero. */
export interface ReportedAmounts {
  readonly subtotal: number | null;
  readonly shipping_fee: number | null;
  readonly tax: number | null;
  readonly service_fee: number | null;
  readonly insurance: number | null;
  readonly gift_wrap: number | null;
  readonly tip: number | null;
  readonly voucher: number | null;
  readonly coin: number | null;
  readonly credit_card_promotion: number | null;
  readonly seller_discount: number | null;
  readonly cart_discount: number | null;
  readonly discount: number | null;
}
