import { message } from '@evenstock/contract/messages/message';
import type { OrderRef } from '../kit/capabilities.ts';
import type { Access } from '../kit/access.ts';
import { unexpected } from '../kit/errors.ts';
import { callShop, dataOf } from './client.ts';
import type { TiktokReply } from './client.ts';
import { cancellationPage } from './wire.ts';
import type { CancellationRow } from './wire.ts';
import { channel } from './channel.ts';

/** The stage of a cancellation, or of a request for one. */
export type CancellationStage = 'open' | 'granted' | 'ended' | 'unknown';

/** tiktok.md 6: every cancel_status there is; notices spell the last in another way (7). */
export const cancellationStages: Readonly<Record<string, CancellationStage>> = {
  CANCELLATION_REQUEST_PENDING: 'open',
  CANCELLATION_REQUEST_SUCCESS: 'granted',
  CANCELLATION_REQUEST_COMPLETE: 'granted',
  CANCELLATION_REQUEST_CANCEL: 'ended',
  CANCELLATION_REQUEST_CANCELLED: 'ended',
};

/** What a status means; one that is not documented is `unknown`. */
export const stageOf = (status: string): CancellationStage => cancellationStages[status] ?? 'unknown';

/** tiktok.md 6: the latest cancellation of this order that the buyer asked for, or that the seller made; null where there is none. */
export async function latestCancellation(
  access: Access,
  order: OrderRef,
  by: 'buyer' | 'seller',
): Promise<CancellationRow | null> {
  const rows = (await allOf(access, order)).filter(
    (row) => row.order_id === order.channelId && isBuyers(row) === (by === 'buyer') && row.role !== 'SYSTEM',
  );
  const at = (row: CancellationRow): number => row.create_time?.getTime() ?? 0;
  return rows.reduce<CancellationRow | null>(
    (latest, row) => (latest === null || at(row) >= at(latest) ? row : latest),
    null,
  );
}

/** The most pages of one order's cancellations: more are an answer that never ends. */
const mostPages = 20;

/** Every cancellation of this order, to the end of the list. */
async function allOf(access: Access, order: OrderRef): Promise<CancellationRow[]> {
  const path = '/return_refund/202309/cancellations/search';
  const rows: CancellationRow[] = [];
  let token: string | null = null;
  for (let page = 0; page < mostPages; page += 1) {
    const answer: TiktokReply = await callShop(access, {
      method: 'POST',
      path,
      query: { page_size: 50, ...(token === null ? {} : { page_token: token }) },
      body: { order_ids: [order.channelId] },
      group: 'aftersales',
    });
    const list = dataOf(cancellationPage, answer, path);
    rows.push(...list.cancellations);
    token = list.next_page_token;
    if (token === null) {
      if (rows.length < (list.total_count ?? 0)) throw unexpected(message('answers.incomplete', { channel }));
      return rows;
    }
  }
  throw unexpected(message('answers.page_repeats', { channel }));
}

/** The type distinguishes who cancels (tiktok.md 6); for one that is not documented, or is left out, the role does. */
function isBuyers({ cancel_type: type, role }: CancellationRow): boolean {
  if (type === 'BUYER_CANCEL' || type === 'CANCEL') return type === 'BUYER_CANCEL';
  return type === null ? role === 'BUYER' : role !== 'SELLER';
}
