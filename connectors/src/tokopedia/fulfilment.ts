import { message } from '@evenstock/contract/messages/message';
import type { ActionResult, Answers, AskedField, Effect, Fulfilment, Shipment } from '../kit/capabilities.ts';
import type { Access } from '../kit/access.ts';
import { rejected } from '../kit/errors.ts';
import { rejection } from '../kit/rejections.ts';
import type { Rejected, Took } from '../kit/rejections.ts';
import { callFs, fsIdOf } from './client.ts';
import { notFound, readDetail } from './order-detail.ts';
import { rejectionAsResult } from './rejection.ts';
import { statusOf } from './order-statuses.ts';
import type { OrderDetail } from './wire.ts';
import { channel } from './channel.ts';

const PICKUP = 'pickup';
const OWN_AIRWAYBILL = 'non_integrated';

const trackingField: AskedField = {
  key: 'tracking_no',
  label: message('asked.airwaybill_no'),
  kind: 'text',
  required: true,
  pattern: { source: '[A-Za-z0-9-]+', message: message('asked.letters_digits_hyphens') },
  choices: [],
  within: null,
};

/**
 * tokopedia.md 5: a new order is accepted first. Then the courier's pick-up is requested, or the seller's own airwaybill is
 * entered.
 */
export const fulfilment: Fulfilment = {
  choosesLines: false,

  async form(access, order) {
    const refusal = shippingRejection(await readDetail(access, order.channelId));
    if (refusal !== null) throw rejected(refusal.code, refusal.reason);
    return {
      methods: [
        { key: PICKUP, label: message('asked.courier_pickup'), fields: [] },
        { key: OWN_AIRWAYBILL, label: message('asked.own_airwaybill'), fields: [trackingField] },
      ],
    };
  },

  ship: {
    perform: (access, asked) => rejectionAsResult((took) => ship(access, asked, took)),

    async check(access, asked): Promise<Effect> {
      const detail = await readDetail(access, asked.order.channelId);
      if (detail === null) return notFound;
      if (isShippedAs(detail, asked)) return { effect: 'done' };
      const refusal = shippingRejection(detail);
      if (refusal === null && detail.order_status === 400) {
        return { effect: 'not_done', partly: message('refusals.accepted_not_shipped', { channel }) };
      }
      if (refusal === null) return { effect: 'not_done' };
      return { effect: 'refused', code: refusal.code, reason: refusal.reason };
    },
  },
};

async function ship(access: Access, asked: Shipment, took: Took): Promise<ActionResult> {
  const { channelId } = asked.order;
  const airwaybill = airwaybillOf(asked.answers);
  if (asked.method === OWN_AIRWAYBILL && airwaybill === '') {
    return rejection('missing_airwaybill', message('refusals.tracking_needed'));
  }
  const detail = await readDetail(access, channelId);
  if (isShippedAs(detail, asked)) return { outcome: 'done' };
  const refusal = shippingRejection(detail);
  if (refusal !== null) return refusal;
  const app = fsIdOf(access.app);
  if (detail?.order_status === 220) {
    await callFs(access, { method: 'POST', path: `/v1/order/${channelId}/fs/${app}/ack`, group: 'orders' });
    took();
  }
  await callFs(
    access,
    asked.method === OWN_AIRWAYBILL
      ? {
          method: 'POST',
          path: `/v1/order/${channelId}/fs/${app}/status`,
          body: { order_status: 500, shipping_ref_num: airwaybill },
          group: 'orders',
        }
      : {
          method: 'POST',
          path: `/inventory/v1/fs/${app}/pick-up`,
          body: { order_id: Number(channelId), shop_id: Number(access.credentials.shopId) },
          group: 'orders',
        },
  );
  return { outcome: 'done' };
}

function airwaybillOf(answers: Answers): string {
  const answer = answers['tracking_no'];
  return (typeof answer === 'string' ? answer : (answer?.[0] ?? '')).trim();
}

/** The order was shipped as asked: by the courier, or with this airwaybill. */
function isShippedAs(detail: OrderDetail | null, asked: Shipment): boolean {
  if (detail === null) return false;
  const { rank, units } = statusOf(detail.order_status);
  if (asked.method !== OWN_AIRWAYBILL)
    return rank >= statusOf(450).rank && units !== 'cancelled' && rank < 90;
  const entered = detail.order_info?.shipping_info?.awb ?? null;
  return units === 'away' && (entered === null || entered === airwaybillOf(asked.answers));
}

/** Why an order cannot be sent now; null when it can. */
function shippingRejection(detail: OrderDetail | null): Rejected | null {
  if (detail === null) {
    return rejection('no_order', message('refusals.order_gone', { channel }));
  }
  if ((detail.fulfill_by ?? detail.order_warehouse?.fulfill_by ?? 0) !== 0) {
    return rejection('sent_by_tokopedia', message('refusals.warehouse_ships', { channel }));
  }
  const code = detail.order_status;
  if (code === 220 || code === 400) return null;
  const { units, state, words, rank } = statusOf(code);
  if (units === 'cancelled') {
    return rejection('cancelled', message('refusals.order_cancelled', { channel }));
  }
  if (state === 'unpaid' || state === 'on_hold') {
    return rejection('not_paid', message('refusals.payment_unconfirmed', { channel, state: words }));
  }
  if (units === 'away' || rank >= statusOf(450).rank) {
    return rejection('already_shipped', message('refusals.on_its_way', { state: words }));
  }
  return rejection('not_now', message('refusals.not_now', { channel, state: words }));
}
