import type { ChannelOrder } from '@evenstock/connectors/kit/connector';
import type { Interval } from '@evenstock/connectors/kit/paging';

export interface ReportedLine {
  readonly sku: string;
  readonly itemId: string;
  readonly variantId: string;
  readonly ordered: number;
  readonly cancelled: number;
}

/** A read that was answered at once. */
export const readAt = (instant: Date): Interval => ({ began: instant, ended: instant });

/** A paid order as a connector reports it. `age`: seconds from its placement to its last change. */
export function reportedOrder(
  number: string,
  placed: Date,
  age: number,
  lines: readonly ReportedLine[],
): ChannelOrder {
  const none = { id: null, name: null, fullAddress: null, postalCode: null, phone: null, email: null };
  return {
    number,
    channelId: number,
    createdAt: placed,
    updatedAt: new Date(placed.getTime() + age * 1000),
    rawState: 'READY_TO_SHIP',
    state: 'READY_TO_SHIP',
    stateRank: 2,
    paidAt: placed,
    shipBy: null,
    category: null,
    shippingType: 'Delivery',
    shippingMethod: null,
    shippingCarrier: null,
    remarks: null,
    isTest: false,
    cancellationRequested: false,
    currency: 'SGD',
    amounts: {
      subtotal: null,
      shippingFee: null,
      voucher: null,
      coin: null,
      tax: null,
      serviceFee: null,
      insurance: null,
      giftWrap: null,
      tip: null,
      creditCardPromotion: null,
      sellerDiscount: null,
      cartDiscount: null,
      discount: null,
      total: 1000,
    },
    buyer: none,
    promotions: [],
    lines: lines.map(({ sku, itemId, variantId, ordered, cancelled }) => ({
      lineId: `${number}-${sku}`,
      itemId,
      variantId,
      sku,
      name: sku,
      variantName: null,
      unitPrice: 1000,
      originalPrice: 1000,
      total: 1000 * ordered,
      ordered,
      cancelled,
      returned: 0,
      restored: null,
      restoredAt: null,
      fulfilled: false,
      isListed: true,
      marketplaceSku: null,
      cancellations: [],
      sent: 0,
      keptBy: 'seller',
      assignedAt: null,
      parts: [],
      returnStatus: null,
      shipmentProvider: null,
      trackingCode: null,
      unitIds: [],
    })),
  };
}
