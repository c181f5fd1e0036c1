import { z } from 'zod';
import { productOf } from './product-ids.ts';
import { Failure } from './reply.ts';
import type { TokopediaCall } from './tokopedia-call.ts';
import { orderStatus, rejectReasons } from './words.ts';

const rejection = z.object({
  reason_code: z.int(),
  reason: z.string().default(''),
  shop_close_end_date: z.string().optional(),
  shop_close_note: z.string().optional(),
  empty_products: z.array(z.int()).optional(),
});

const shopClosed = 4;
const outOfStock = 1;
const buyersRequest = 8;

/** `POST /v1/order/{order_id}/fs/{fs_id}/nack`: the seller rejects an order, or accepts that the buyer cancels it (tokopedia.md 6). */
export function reject(call: TokopediaCall): string {
  const { shop, order } = call.order();
  const asked = call.body(rejection, 'ORD_DLV_001');
  const status = call.book.status(shop, order);
  if (status !== orderStatus.verified && status !== orderStatus.accepted)
    throw new Failure(400, 'ORD_USC_014', 'The order can no longer be rejected');
  if (rejectReasons[asked.reason_code] === undefined)
    throw new Failure(400, 'ORD_USC_014', 'The reason code does not exist');
  const hasEnd = /^\d{2}\/\d{2}\/\d{4}$/.test(asked.shop_close_end_date ?? '');
  if (asked.reason_code === shopClosed && (!hasEnd || (asked.shop_close_note ?? '') === ''))
    throw new Failure(
      400,
      'ORD_USC_014',
      'A closed shop needs shop_close_end_date (DD/MM/YYYY) and shop_close_note',
    );
  call.book.change(shop, order, { rejection: { code: asked.reason_code, text: asked.reason } });
  shop.happen(order, 'cancel', {
    by: order.cancellationRequested && asked.reason_code === buyersRequest ? 'buyer' : 'seller',
    reason: asked.reason === '' ? (rejectReasons[asked.reason_code] ?? '') : asked.reason,
  });
  if (asked.reason_code !== outOfStock) return 'success';
  for (const id of asked.empty_products ?? []) {
    const product = productOf(shop, String(id));
    if (product !== null && product.kind !== 'parent')
      shop.setStock(product, { sellable: product.variant.stock.reserved }, 'order');
  }
  return 'success';
}
