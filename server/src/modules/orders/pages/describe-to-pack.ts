import { channelKind } from '@evenstock/contract/channels/channels';
import { english } from '@evenstock/contract/messages/english';
import type { Message } from '@evenstock/contract/messages/message';
import type { OrderToPack } from '@evenstock/contract/orders/packing';
import type { Context } from '../../../context.ts';
import { orderHead } from '../order/describe-order.rules.ts';
import { whyNoLabel } from '../order/order-actions.rules.ts';
import type { WholeOrder } from '../order/order-page.queries.ts';
import { codesOf, unitsToPack, whyNotToPack } from './packing.rules.ts';

const saying = (reason: Message | null): OrderToPack['refusal'] =>
  reason === null ? null : { reason: english(reason), reason_message: reason };

/** An order as it is packed. */
export function describeToPack(ctx: Context, order: WholeOrder): OrderToPack {
  const { id, reference_number, marketplace, state, notes, print_label_at } = orderHead(order);
  const channel = channelKind.parse(order.channel);
  return {
    id,
    reference_number,
    marketplace,
    state,
    notes,
    print_label_at,
    packed_at: order.packed_at?.toISOString() ?? null,
    order_items: order.order_items
      .map((item) => ({
        id: item.id,
        codes: codesOf(item),
        sku: item.sku,
        name: item.name,
        variant_name: item.variant_name,
        quantity: unitsToPack(item),
        parts: item.parts.map(({ units, variant }) => ({
          id: variant.id,
          codes: variant.sku === null ? [] : [variant.sku],
          sku: variant.sku,
          name: variant.full_product_name,
          units,
        })),
      }))
      .filter(({ quantity }) => quantity > 0),
    refusal: saying(whyNotToPack(order)),
    no_label: saying(
      whyNoLabel({
        channel,
        givesLabels: ctx.connectors[channel].labels !== undefined,
        isBuyerDeleted: order.buyer_deleted_at !== null,
      }),
    ),
  };
}
