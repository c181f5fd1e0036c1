import { z } from 'zod';
import { mustBeVisible } from './orders.ts';
import { bodyAs, idNumber } from './parameters.ts';
import { seconds } from './products.ts';
import { badParameter, ShopeeError } from './reply.ts';
import type { ShopEndpoint } from './shop-call.ts';

const item = z.object({ item_id: idNumber, model_id: idNumber.default('0') });
const cancelBody = z.object({
  order_sn: z.string().min(1),
  cancel_reason: z.enum(['OUT_OF_STOCK', 'CUSTOMER_REQUEST', 'UNDELIVERABLE_AREA', 'COD_NOT_SUPPORTED']),
  item_list: z.array(item).optional(),
  partial_cancel_item_list: z.array(z.unknown()).optional(),
});

/** The seller cancels the whole order; for lack of stock the items that are out must be named (6.1). */
const cancelOrder: ShopEndpoint = {
  method: 'POST',
  path: 'order/cancel_order',
  answer: ({ shop, body: raw }) => {
    const body = bodyAs(cancelBody, raw);
    const order = mustBeVisible(shop, body.order_sn);
    if (body.cancel_reason === 'UNDELIVERABLE_AREA')
      throw badParameter('cancel_reason UNDELIVERABLE_AREA is for TW and MY only.');
    if (body.cancel_reason === 'COD_NOT_SUPPORTED')
      throw badParameter('cancel_reason COD_NOT_SUPPORTED is for cash on delivery only.');
    if ((body.partial_cancel_item_list ?? []).length > 0)
      throw badParameter('partial_cancel_item_list: the order cannot be cancelled in part.');
    if (body.cancel_reason === 'OUT_OF_STOCK') {
      const named = body.item_list ?? [];
      if (named.length === 0) throw badParameter('item_list is required when cancel_reason is OUT_OF_STOCK.');
      const foreign = named.find(
        ({ item_id, model_id }) =>
          !order.lines.some(
            (line) =>
              line.itemId === item_id && (line.variantName === '' ? '0' : line.variantId) === model_id,
          ),
      );
      if (foreign !== undefined)
        throw badParameter(`item_list: item ${foreign.item_id} is not in the order.`);
    }
    const isOpen =
      order.stage === 'unpaid' ||
      order.stage === 'ready' ||
      (order.stage === 'packed' && order.tracking === null);
    if (!isOpen) throw new ShopeeError('order.error_limit', 'Can not cancel this order.');
    shop.happen(order, 'cancel', { by: 'seller', reason: body.cancel_reason });
    return { response: { update_time: seconds(order.updatedAt) } };
  },
};

const answerBody = z.object({ order_sn: z.string().min(1), operation: z.enum(['ACCEPT', 'REJECT']) });

/** The seller's answer to a buyer's request to cancel. */
const handleBuyerCancellation: ShopEndpoint = {
  method: 'POST',
  path: 'order/handle_buyer_cancellation',
  answer: ({ shop, body: raw }) => {
    const { order_sn, operation } = bodyAs(answerBody, raw);
    const order = mustBeVisible(shop, order_sn);
    if (!order.cancellationRequested || order.stage === 'cancelled')
      throw new ShopeeError('order.cancel_order_invalid_status', 'The order is not in IN_CANCEL status.');
    const asked = order.events.findLast(({ name }) => name === 'request_cancellation');
    if (operation === 'ACCEPT')
      shop.happen(order, 'cancel', {
        by: 'buyer',
        ...(asked?.reason === undefined ? {} : { reason: asked.reason }),
      });
    else shop.happen(order, 'reject_cancellation', { by: 'seller' });
    return { response: { update_time: seconds(order.updatedAt) } };
  },
};

export const cancellationEndpoints: readonly ShopEndpoint[] = [cancelOrder, handleBuyerCancellation];
