import { z } from 'zod';
import type { FoundOrder } from './shop-directory.ts';
import { Failure } from './reply.ts';
import type { TokopediaCall } from './tokopedia-call.ts';

const trigger = z.object({
  Type: z.enum(['order_status', 'order_notification']),
  order_id: z.int(),
  url: z.url(),
  is_encrypted: z.boolean().default(false),
});

/** `POST /v1/fs/{fs_id}/trigger`: a notice once more, to the address that is named (tokopedia.md 7). */
export function triggerHook(call: TokopediaCall): string {
  const { Type, order_id, url } = call.body(trigger, 'WEBHOOK_DLV_001');
  const found = call.orderOf(String(order_id));
  call.hooks.post(found.shop, `${Type}_url`, payloadOf(call, Type, found), 0, url);
  return 'success';
}

/** `GET /v1/order/{order_id}/fs/{fs_id}/webhook?type=`: what the notice holds. */
export function readHook(call: TokopediaCall): object {
  const type = call.text('type');
  if (type !== 'order_status' && type !== 'order_notification')
    throw new Failure(400, 'WEBHOOK_DLV_001', 'type must be order_status or order_notification');
  return payloadOf(call, type, call.order());
}

function payloadOf(
  call: TokopediaCall,
  type: 'order_status' | 'order_notification',
  { shop, order }: FoundOrder,
): object {
  return type === 'order_status' ? call.hooks.statusOf(shop, order) : call.hooks.notification(shop, order);
}
