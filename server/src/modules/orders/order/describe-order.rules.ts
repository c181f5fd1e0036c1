import { channelKind, channels } from '@evenstock/contract/channels/channels';
import { english } from '@evenstock/contract/messages/english';
import { formatMoney, toMajor } from '@evenstock/contract/values/money';
import { evenstockStates, marketplaceOrderState } from '@evenstock/contract/orders/order-states';
import type { Message } from '@evenstock/contract/messages/message';
import type { Order, OrderRow, UnavailableAction } from '@evenstock/contract/orders/orders';
import { z } from 'zod';
import type { BuyerDetails } from './buyer.ts';
import type { OrderItemRecord, WholeOrder } from './order-page.queries.ts';
import { restockableUnits, type orderActions } from './order-actions.rules.ts';
import { unexplainedAmount } from './order-amounts.rules.ts';
import type { ReportedAmounts } from './reported-amounts.ts';
import { reasonMessage, SELF_COLLECT } from './order-state.rules.ts';
import type { ListedOrder, OrderRecord } from './orders.queries.ts';

type OrderHead = Omit<OrderRow, 'order_items'>;

/** The total in minor units; null while the marketplace has not reported it: an unpaid order of 0 has no total yet. */
export function reportedTotal(
  record: Pick<OrderRecord, 'total_amount' | 'marketplace_state'>,
): number | null {
  return record.total_amount === 0 && record.marketplace_state === 'unpaid' ? null : record.total_amount;
}

/** What the list, the order's page and packing show of an order. */
export function orderHead(record: OrderRecord): OrderHead {
  const channel = channelKind.parse(record.channel);
  const total = reportedTotal(record);
  const reason = record.state_reason === null ? null : reasonMessage(record.state_reason);
  return {
    id: record.id,
    reference_number: record.reference_number,
    number: record.number,
    type: channels[channel].orderType,
    channel,
    state: record.state,
    evenstock_state: evenstockStates[record.state],
    marketplace_state: marketplaceOrderState.parse(record.marketplace_state),
    marketplace_raw_state: record.marketplace_raw_state,
    marketplace: {
      id: record.marketplace_id,
      slug: record.marketplace_slug,
      name: record.marketplace_name,
      type: channels[channel].marketplaceType,
      channel,
    },
    source_created_at: record.source_created_at.toISOString(),
    ship_by: record.state === 'staff_to_process' ? (record.ship_by?.toISOString() ?? null) : null,
    answer_by: record.state === 'outstanding_issues' ? (record.answer_by?.toISOString() ?? null) : null,
    is_test: record.is_test,
    sent_by: record.sent_by,
    lacks_listing: record.lacks_listing,
    is_self_collect: record.category === SELF_COLLECT,
    currency: record.currency,
    total_amount: valueOf(total, record.currency),
    formatted_total_amount: shownAs(total, record.currency),
    notes: record.notes,
    reason: reason === null ? null : english(reason),
    reason_messages: reason === null ? [] : [reason],
    shipped_at: record.shipped_at?.toISOString() ?? null,
    packed_at: record.packed_at?.toISOString() ?? null,
    tracking_number: record.tracking_number,
    print_label_at: record.print_label_at?.toISOString() ?? null,
    print_invoice_at: record.print_invoice_at?.toISOString() ?? null,
    print_pick_list_at: record.print_pick_list_at?.toISOString() ?? null,
  };
}

/** An order as the list shows it, without its buyer's data. */
export function describeOrderRow(record: ListedOrder): OrderRow {
  return { ...orderHead(record), order_items: [...record.order_items] };
}

const storedPromotions = z.array(
  z.object({
    type: z.string(),
    name: z.string().nullable(),
    items: z.array(z.object({ variationId: z.string(), originalPrice: z.number() })),
    originalPrice: z.number(),
    discountedPrice: z.number(),
  }),
);

function describePromotions(stored: unknown, currency: string): Order['activities'] {
  return storedPromotions.parse(stored).map((promotion) => ({
    activity_type: promotion.type,
    name: promotion.name,
    items: promotion.items.map((item) => ({
      variation_id: item.variationId,
      original_price: toMajor(item.originalPrice, currency),
    })),
    original_price: toMajor(promotion.originalPrice, currency),
    discounted_price: toMajor(promotion.discountedPrice, currency),
  }));
}

function describeItem(
  item: OrderItemRecord,
  order: OrderHead,
  isCollected: boolean,
): Order['order_items'][number] {
  const { currency } = order;
  const reported = (minor: number | null): number | null => (order.total_amount === null ? null : minor);
  return {
    id: item.id,
    variant: item.variant,
    parts: [...item.parts],
    variant_name: item.variant_name,
    name: item.name,
    sku: item.sku,
    quantity: item.ordered,
    cancelled_quantity: item.cancelled,
    returned_quantity: item.returned,
    restockable_quantity: restockableUnits(item),
    restocked_quantity: item.restocked,
    not_put_back_quantity: item.not_put_back,
    kept_by: item.kept_by ?? 'seller',
    lacks_listing: item.lacks_listing,
    status: item.fulfilled ? 'fulfilled' : 'unfulfilled',
    marketplace_order_item_id: item.channel_line_id,
    marketplace_variant_id: item.channel_variant_id,
    evenstock_state: isCollected ? 'Collected' : order.evenstock_state,
    return_status: item.return_status,
    shipment_provider: item.shipment_provider,
    tracking_code: item.tracking_code,
    unit_price: valueOf(reported(item.unit_price), currency),
    formatted_unit_price: shownAs(reported(item.unit_price), currency),
    total_price: valueOf(reported(item.total_price), currency),
    formatted_total_price: shownAs(reported(item.total_price), currency),
    original_price: valueOf(reported(item.original_price), currency),
    formatted_original_price: shownAs(reported(item.original_price), currency),
  };
}

function valueOf(minor: number | null, currency: string): number | null {
  return minor === null ? null : toMajor(minor, currency);
}

function shownAs(minor: number | null, currency: string): string | null {
  return minor === null ? null : formatMoney(minor, currency);
}

type Amount = keyof ReportedAmounts | 'other';
type Amounts = { [K in Amount | `formatted_${Amount}`]: Order[K] };

function describeAmounts(record: ReportedAmounts, total: number | null, currency: string): Amounts {
  const other = unexplainedAmount(record, total);
  const value = (minor: number | null): number | null => valueOf(minor, currency);
  const shown = (minor: number | null): string | null => shownAs(minor, currency);
  return {
    subtotal: value(record.subtotal),
    formatted_subtotal: shown(record.subtotal),
    shipping_fee: value(record.shipping_fee),
    formatted_shipping_fee: shown(record.shipping_fee),
    voucher: value(record.voucher),
    formatted_voucher: shown(record.voucher),
    coin: value(record.coin),
    formatted_coin: shown(record.coin),
    credit_card_promotion: value(record.credit_card_promotion),
    formatted_credit_card_promotion: shown(record.credit_card_promotion),
    seller_discount: value(record.seller_discount),
    formatted_seller_discount: shown(record.seller_discount),
    cart_discount: value(record.cart_discount),
    formatted_cart_discount: shown(record.cart_discount),
    discount: value(record.discount),
    formatted_discount: shown(record.discount),
    tax: value(record.tax),
    formatted_tax: shown(record.tax),
    service_fee: value(record.service_fee),
    formatted_service_fee: shown(record.service_fee),
    insurance: value(record.insurance),
    formatted_insurance: shown(record.insurance),
    gift_wrap: value(record.gift_wrap),
    formatted_gift_wrap: shown(record.gift_wrap),
    tip: value(record.tip),
    formatted_tip: shown(record.tip),
    other: value(other),
    formatted_other: shown(other),
  };
}

/** The unfinished action of the order. */
function describePending(record: WholeOrder): Order['pending_action'] {
  const {
    pending_action_id: id,
    pending_action_kind: kind,
    pending_action_state: state,
    pending_action_asked_at: askedAt,
  } = record;
  if (id === null || kind === null || state === null || askedAt === null) return null;
  return { id, kind, state, asked_at: askedAt.toISOString() };
}

/** The actions of an order: those that are possible now, and those that are not, with the label. */
type DescribedActions = Omit<ReturnType<typeof orderActions>, 'withheld'> & {
  readonly withheld: readonly { readonly action: UnavailableAction; readonly reason: Message }[];
};

/** An order as its page shows it, with its buyer's data. */
export function describeOrder(
  record: WholeOrder,
  buyer: BuyerDetails,
  { offered, withheld, recordedHere }: DescribedActions,
  returned: Order['return_detail'],
): Order {
  const head = orderHead(record);
  return {
    ...head,
    ...describeAmounts(record, reportedTotal(record), record.currency),
    name: buyer.name,
    full_address: buyer.fullAddress,
    postal_code: buyer.postalCode,
    phone: buyer.phone,
    email: buyer.email,
    buyer_deleted_at: record.buyer_deleted_at?.toISOString() ?? null,
    category: record.category,
    shipping_type: record.shipping_type,
    shipping_method: record.shipping_method,
    shipping_carrier: record.shipping_carrier,
    remarks: record.remarks,
    pickup_confirmed_at: record.pickup_confirmed_at?.toISOString() ?? null,
    source_updated_at: record.source_updated_at.toISOString(),
    imported_at: record.imported_at.toISOString(),
    final_price: head.total_amount,
    formatted_final_price: head.formatted_total_amount,
    total_price: head.total_amount,
    formatted_total_price: head.formatted_total_amount,
    return_detail: returned,
    order_items: record.order_items.map((item) =>
      describeItem(item, head, record.pickup_confirmed_at !== null),
    ),
    activities: describePromotions(record.promotions, record.currency),
    actions: offered,
    unavailable_actions: withheld.map(({ action, reason }) => ({
      action,
      reason: english(reason),
      reason_message: reason,
    })),
    recorded_here: recordedHere,
    pending_action: describePending(record),
  };
}
