import { english } from '@evenstock/contract/messages/english';
import { message, type Message } from '@evenstock/contract/messages/message';
import type { Cancellation, Reason } from '../kit/capabilities.ts';
import { rejection } from '../kit/rejections.ts';
import { callFs, fsIdOf } from './client.ts';
import { notFound, readDetail } from './order-detail.ts';
import { rejectionAsResult } from './rejection.ts';
import { statusOf } from './order-statuses.ts';
import { channel } from './channel.ts';

const reason = (key: string, label: Message): Reason => ({
  key,
  label,
  needsLines: false,
  needsDetail: false,
});

/** tokopedia.md 6: every reason_code but 4, shop closed, which needs dates that an order's cancellation does not have. */
const cancelReasons: readonly Reason[] = [
  reason('8', message('asked.buyer_asked')),
  reason('1', message('asked.out_of_stock')),
  reason('2', message('asked.variant_unavailable')),
  reason('3', message('asked.price_or_weight_wrong')),
  reason('7', message('asked.courier_problem')),
  reason('0', message('asked.shipping_case')),
  reason('5', message('asked.other_reason')),
];

const CHECK_AGAIN = 60;

/** tokopedia.md 6: nack rejects the whole order, before the carrier has it. */
export const cancellation: Cancellation = {
  refund: null,
  choosesLines: false,
  reasons: () => Promise.resolve(cancelReasons),
  cancel: {
    perform(access, asked) {
      return rejectionAsResult(async () => {
        const { channelId } = asked.order;
        const detail = await readDetail(access, channelId);
        if (detail === null) return rejection('no_order', message('refusals.order_gone', { channel }));
        const { units, words } = statusOf(detail.order_status);
        if (units === 'cancelled') return { outcome: 'done' };
        // The cancellation waits for Tokopedia's approval.
        if (detail.order_status === 4)
          return { outcome: 'pending', reference: {}, afterSeconds: CHECK_AGAIN };
        if (detail.order_status !== 220 && detail.order_status !== 400) {
          return rejection('not_now', message('refusals.cancel_between', { channel, state: words }));
        }
        const label = cancelReasons.find(({ key }) => key === asked.reason)?.label;
        await callFs(access, {
          method: 'POST',
          path: `/v1/order/${channelId}/fs/${fsIdOf(access.app)}/nack`,
          body: {
            reason_code: Number(asked.reason),
            reason: asked.detail ?? (label === undefined ? '' : english(label)),
          },
          group: 'orders',
        });
        return { outcome: 'done' };
      });
    },

    async check(access, asked) {
      const detail = await readDetail(access, asked.order.channelId);
      if (detail === null) return notFound;
      if (detail.order_status === 4) return { effect: 'not_yet_known', afterSeconds: CHECK_AGAIN };
      return { effect: statusOf(detail.order_status).units === 'cancelled' ? 'done' : 'not_done' };
    },
  },
};
