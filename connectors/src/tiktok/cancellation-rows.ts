import type { OrderRef } from '../kit/capabilities.ts';
import type { Access } from '../kit/access.ts';
import { callShop, dataOf } from './client.ts';
import { cancellationPage } from './wire.ts';
import type { CancellationRow } from './wire.ts';

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
  const path = '/return_refund/202309/cancellations/search';
  const answer = await callShop(access, {
    method: 'POST',
    path,
    query: { page_size: 50 },
    body: { order_ids: [order.channelId] },
    group: 'aftersales',
  });
  const rows = dataOf(cancellationPage, answer, path).cancellations.filter(
    (row) => row.order_id === order.channelId && isBuyers(row) === (by === 'buyer') && row.role !== 'SYSTEM',
  );
  const at = (row: CancellationRow): number => row.create_time?.getTime() ?? 0;
  return rows.reduce<CancellationRow | null>(
    (latest, row) => (latest === null || at(row) >= at(latest) ? row : latest),
    null,
  );
}

/** The type distinguishes who cancels (tiktok.md 6); without it, the role does. */
function isBuyers({ cancel_type: type, role }: CancellationRow): boolean {
  return type === null ? role === 'BUYER' : type === 'BUYER_CANCEL';
}
