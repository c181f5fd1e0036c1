import { channelKind } from '@evenstock/contract/channels/channels';
import { english } from '@evenstock/contract/messages/english';
import type { Message } from '@evenstock/contract/messages/message';
import type { OrderToPack } from '@evenstock/contract/orders/packing';
import type { Context } from '../../../context.ts';
import type { Handle } from '../../../platform/database/database.ts';
import { barcodesOf } from '../../catalog/variants/barcodes-of.ts';
import { orderHead } from '../order/describe-order.rules.ts';
import { whyNoLabel } from '../order/order-actions.rules.ts';
import type { WholeOrder } from '../order/order-page.queries.ts';
import { codesOf, unitsToPack, whyNotToPack } from './packing.rules.ts';

const saying = (reason: Message | null): OrderToPack['refusal'] =>
  reason === null ? null : { reason: english(reason), reason_message: reason };

/** An order as it is packed. Goods are scanned by their barcodes as well as by their SKUs. */
export async function describeToPack(ctx: Context, db: Handle, order: WholeOrder): Promise<OrderToPack> {
  const variants = order.order_items.flatMap(({ variant, parts }) => [
    ...(variant === null ? [] : [variant.id]),
    ...parts.map((part) => part.variant.id),
  ]);
  const barcodes = await barcodesOf(db, [...new Set(variants)]);
  const barcodesOfOne = (id: number | undefined): readonly string[] =>
    id === undefined ? [] : (barcodes.get(id) ?? []).map(({ code }) => code);
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
        codes: codesOf([item.sku, item.variant_sku, ...barcodesOfOne(item.variant?.id)]),
        sku: item.sku,
        name: item.name,
        variant_name: item.variant_name,
        quantity: unitsToPack(item),
        parts: item.parts.map(({ units, variant }) => ({
          id: variant.id,
          codes: codesOf([variant.sku, ...barcodesOfOne(variant.id)]),
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
