import type { Access } from '../kit/access.ts';
import type { Effect } from '../kit/capabilities.ts';
import { ChannelError } from '../kit/errors.ts';
import type { ChannelReply } from '../kit/http.ts';
import { callFs, dataOf, fsIdOf } from './client.ts';
import type { FsReply } from './client.ts';
import { orderDetail } from './wire.ts';
import type { OrderDetail } from './wire.ts';

/** tokopedia.md 4.2: one order, by its id or its invoice; null when Tokopedia does not know it. */
export async function readDetail(
  access: Access,
  number: string,
  replies: ChannelReply[] = [],
): Promise<OrderDetail | null> {
  const path = `/v2/fs/${fsIdOf(access.app)}/order`;
  const query = /^\d+$/.test(number) ? { order_id: number } : { invoice_num: number };
  let answer: FsReply;
  try {
    answer = await callFs(access, { method: 'GET', path, query, group: 'orders' });
  } catch (error) {
    if (isUnknown(error)) return null;
    throw error;
  }
  replies.push(answer.reply);
  return dataOf(orderDetail, answer, 'the single order');
}

/**
 * The result of a check of an order that Tokopedia does not find. Tokopedia finds no order of a shop while the seller's consent is
 * withdrawn. An action that was sent before may therefore have taken effect.
 */
export const notFound: Effect = { effect: 'not_yet_known', afterSeconds: 60 };

/** tokopedia.md 2: order data not found. */
function isUnknown(error: unknown): boolean {
  if (!(error instanceof ChannelError) || error.fault.kind !== 'rejected') return false;
  const { code } = error.fault;
  return (
    code === 'ORD_API_008' ||
    code === 'OPENAPI_DB_003' ||
    /order.*not found|data.*not found/i.test(error.message)
  );
}
