import type { Access } from '../kit/connector.ts';
import { ChannelError } from '../kit/errors.ts';
import type { ChannelReply } from '../kit/http.ts';
import { callFs, dataOf, fsIdOf } from './client.ts';
import type { FsReply } from './client.ts';
import { orderDetail } from './wire.ts';
import type { OrderDetail } from './wire.ts';

/** tokopedia.md 4.2: one order, by its id or its invoice; null when Tokopedia does not know it, or it is another shop's. */
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
    const isUnknown = error instanceof ChannelError && error.fault.kind === 'rejected';
    if (isUnknown) return null;
    throw error;
  }
  replies.push(answer.reply);
  return dataOf(orderDetail.nullish(), answer, 'the single order') ?? null;
}
