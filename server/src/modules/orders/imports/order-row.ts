import type { ChannelOrder } from '@evenstock/connectors/kit/connector';
import type { ChannelKind } from '@evenstock/contract/channels/channels';
import type { Encryption } from '../../../platform/secrets/encryption.ts';
import { buyerDueAt } from '../order/buyer-deletion.rules.ts';
import { buyerKey, sealBuyer } from '../order/buyer.ts';
import type { RecordedOrder } from './import-order.queries.ts';
import { contentKey } from './order-content.ts';
import { orderStatus, type ReturnStanding } from '../order/order-state.rules.ts';

interface Head {
  readonly id: number;
  readonly scope: { readonly storeId: number; readonly marketplaceId: number };
  readonly context: { readonly channel: ChannelKind; readonly returns: ReturnStanding };
  readonly reference: string;
  readonly recorded: RecordedOrder | null;
  readonly reported: ChannelOrder;
  readonly readBegan: Date;
  /** A line that a listing sells has found none. */
  readonly lacksListing: boolean;
  /** Who sends it where no unit is the seller's. */
  readonly sentBy: 'marketplace' | 'elsewhere' | null;
  readonly at: Date;
}

/** An order's row as its marketplace reports it, without the columns that members set. */
export function orderRow(encryption: Encryption, head: Head): Record<string, unknown> {
  const { reported, scope, recorded } = head;
  const isInFull = reported.cancellationRequested !== null;
  const asked = recorded?.state_reason === 'orders.cancellation_requested';
  const status = orderStatus({
    channel: head.context.channel,
    marketplaceState: reported.state,
    category: reported.category,
    cancellationRequested: reported.cancellationRequested ?? asked,
    isSentByOthers: head.sentBy !== null,
    isReadyToCollect: recorded?.ready_to_collect_at != null,
    pickupConfirmed: recorded?.pickup_confirmed_at != null,
    returns: head.context.returns,
    movedToCompleted: recorded?.moved_to_completed_at != null,
  });
  const row = {
    id: head.id,
    store_id: scope.storeId,
    marketplace_id: scope.marketplaceId,
    channel: head.context.channel,
    number: reported.number,
    channel_order_id: reported.channelId,
    reference_number: head.reference,
    state: status.state,
    state_reason: status.reason,
    marketplace_state: reported.state,
    marketplace_raw_state: reported.rawState,
    state_rank: reported.stateRank,
    source_created_at: reported.createdAt,
    source_updated_at: reported.updatedAt,
    read_began_at: head.readBegan,
    paid_at: reported.paidAt ?? (isInFull ? null : (recorded?.paid_at ?? null)),
    ship_by: reported.shipBy ?? (isInFull ? null : (recorded?.ship_by ?? null)),
    category: reported.category,
    shipping_type: reported.shippingType,
    shipping_method: reported.shippingMethod,
    shipping_carrier: reported.shippingCarrier,
    remarks: reported.remarks,
    is_test: reported.isTest,
    lacks_listing: head.lacksListing,
    sent_by: head.sentBy,
    currency: reported.currency,
    subtotal: reported.amounts.subtotal,
    shipping_fee: reported.amounts.shippingFee,
    voucher: reported.amounts.voucher,
    coin: reported.amounts.coin,
    credit_card_promotion: reported.amounts.creditCardPromotion,
    seller_discount: reported.amounts.sellerDiscount,
    cart_discount: reported.amounts.cartDiscount,
    discount: reported.amounts.discount,
    tax: reported.amounts.tax,
    service_fee: reported.amounts.serviceFee,
    insurance: reported.amounts.insurance,
    gift_wrap: reported.amounts.giftWrap,
    tip: reported.amounts.tip,
    total_amount: reported.amounts.total,
    buyer_sealed: bytes(sealBuyer(encryption, { id: head.id, storeId: scope.storeId }, reported.buyer)),
    buyer_key: bytes(buyerKey(encryption, scope.marketplaceId, reported.buyer)),
    buyer_due_at: buyerDueAt({
      channel: head.context.channel,
      state: status.state,
      updatedAt: reported.updatedAt,
      dueAt: recorded?.buyer_due_at ?? null,
    }),
    promotions: reported.promotions,
    imported_at: head.at,
    updated_at: head.at,
  };
  const becomesShipped = recorded !== null && recorded.state !== 'shipped' && status.state === 'shipped';
  return {
    ...row,
    shipped_at: recorded?.shipped_at ?? (becomesShipped ? reported.updatedAt : null),
    content_key: bytes(contentKey(encryption, row, reported.buyer)),
  };
}

/** Formats bytes as PostgreSQL parses them from text. */
function bytes(buffer: Buffer | null): string | null {
  return buffer === null ? null : `\\x${buffer.toString('hex')}`;
}
