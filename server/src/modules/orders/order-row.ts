import type { ChannelOrder } from '@evenstock/connectors/kit/connector';
import type { ChannelKind } from '@evenstock/contract/channels';
import type { Vault } from '../../platform/vault.ts';
import { buyerKey, sealBuyer } from './buyer.ts';
import type { RecordedOrder } from './import-order.queries.ts';
import { orderStanding } from './order-state.rules.ts';

interface Head {
  readonly id: number;
  readonly scope: { readonly storeId: number; readonly marketplaceId: number };
  readonly around: { readonly channel: ChannelKind };
  readonly reference: string;
  readonly recorded: RecordedOrder | null;
  readonly told: ChannelOrder;
  readonly readBegan: Date;
  readonly at: Date;
}

/** An order's row as its marketplace tells it; what members set on it is not part of it. */
export function orderRow(vault: Vault, head: Head): Record<string, unknown> {
  const { told, scope, recorded } = head;
  const standing = orderStanding({
    marketplaceState: told.state,
    category: told.category,
    cancellationRequested: told.cancellationRequested,
    pickupConfirmed: recorded?.pickup_confirmed_at != null,
  });
  return {
    id: head.id,
    store_id: scope.storeId,
    marketplace_id: scope.marketplaceId,
    channel: head.around.channel,
    number: told.number,
    channel_order_id: told.channelId,
    reference_number: head.reference,
    state: standing.state,
    state_reason: standing.reason,
    marketplace_state: told.state,
    marketplace_raw_state: told.rawState,
    state_rank: told.stateRank,
    source_created_at: told.createdAt,
    source_updated_at: told.updatedAt,
    read_began_at: head.readBegan,
    paid_at: told.paidAt,
    category: told.category,
    shipping_type: told.shippingType,
    shipping_method: told.shippingMethod,
    shipping_carrier: told.shippingCarrier,
    remarks: told.remarks,
    currency: told.currency,
    subtotal: told.amounts.subtotal,
    shipping_fee: told.amounts.shippingFee,
    voucher: told.amounts.voucher,
    coin: told.amounts.coin,
    credit_card_promotion: told.amounts.creditCardPromotion,
    seller_discount: told.amounts.sellerDiscount,
    cart_discount: told.amounts.cartDiscount,
    discount: told.amounts.discount,
    total_amount: told.amounts.total,
    buyer_sealed: bytes(sealBuyer(vault, told.buyer)),
    buyer_key: bytes(buyerKey(vault, scope.marketplaceId, told.buyer)),
    promotions: told.promotions,
    imported_at: head.at,
    updated_at: head.at,
  };
}

/** As PostgreSQL reads bytes from text. */
function bytes(buffer: Buffer | null): string | null {
  return buffer === null ? null : `\\x${buffer.toString('hex')}`;
}
