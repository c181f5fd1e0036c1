import { message } from '@evenstock/contract/messages/message';
import type { Answers, AskedField, Fulfilment, Shipment } from '../kit/capabilities.ts';
import type { Access } from '../kit/access.ts';
import { ChannelError, rejected } from '../kit/errors.ts';
import { rejection, catchRejection, effectOfParts } from '../kit/rejections.ts';
import type { Rejected } from '../kit/rejections.ts';
import { callSeller } from './client.ts';
import { readLineStatuses } from './line-status.ts';
import type { LineStatus } from './line-status.ts';
import { couriers } from './wire.ts';
import { channel } from './channel.ts';

const trackingField: AskedField = {
  key: 'tracking_no',
  label: message('asked.tracking_no'),
  kind: 'text',
  required: true,
  pattern: {
    source: '[A-Za-z0-9]+',
    message: message('asked.letters_digits'),
  },
  choices: [],
  within: null,
};

/** The courier: one of those that Qoo10 names for the order, or typed as QSM writes it where it names none. */
function companyField(couriers: readonly string[]): AskedField {
  return {
    key: 'shipping_company',
    label: message('asked.shipping_company'),
    kind: couriers.length === 0 ? 'text' : 'choice',
    required: true,
    pattern: null,
    choices: couriers.map((name) => ({ value: name, label: name, within: null })),
    within: null,
  };
}

/** qoo10.md 5: SetSendingInfo for each line; the lines of one parcel get the same tracking number. */
export const fulfilment: Fulfilment = {
  choosesLines: false,

  async form(access, order) {
    const statuses = await readLineStatuses(access, order, null);
    const refusal = shippingRejection(statuses);
    if (refusal !== null) throw rejected(refusal.code, refusal.reason);
    const couriers = await readCouriers(access, statuses.find(({ at }) => at === 'open')?.orderNo ?? '');
    return {
      methods: [
        { key: 'default', label: message('asked.ship'), fields: [companyField(couriers), trackingField] },
      ],
    };
  },

  ship: {
    perform(access, asked) {
      return catchRejection([], async (took) => {
        const company = textOf(asked.answers, 'shipping_company').trim();
        const tracking = trackingOf(asked);
        if (company === '' || tracking === '')
          return rejection('missing_fields', message('refusals.carrier_needed'));
        const statuses = await readLineStatuses(access, asked.order, asked.lines);
        if (isShippedAs(statuses, tracking)) return { outcome: 'done' };
        const refusal = shippingRejection(statuses);
        if (refusal !== null) return refusal;
        for (const { orderNo } of statuses.filter(({ at }) => at === 'open')) {
          await callSeller(access, {
            method: 'ShippingBasic.SetSendingInfo',
            parameters: { OrderNo: orderNo, ShippingCorp: company, TrackingNo: tracking },
            group: 'orders',
          });
          took();
        }
        return { outcome: 'done' };
      });
    },

    async check(access, asked) {
      const statuses = await readLineStatuses(access, asked.order, asked.lines);
      if (isShippedAs(statuses, trackingOf(asked))) return { effect: 'done' };
      const refusal = shippingRejection(statuses);
      if (refusal === null) return effectOfParts(channel, [statuses.some(({ at }) => at === 'away'), false]);
      return { effect: 'refused', code: refusal.code, reason: refusal.reason };
    },
  },
};

/** qoo10.md 5: GetDeliveryCompanyInfo. Its form is not documented: one that cannot be read gives no couriers. */
async function readCouriers(access: Access, orderNo: string): Promise<readonly string[]> {
  const method = 'ShippingBasic.GetDeliveryCompanyInfo';
  const parameters = { invoice_type: 'ST', svc_nation_cd: 'SG', ref_type: 'C', ref_value: orderNo };
  try {
    const answer = await callSeller(access, { method, parameters, group: 'orders' });
    const list = couriers.safeParse(answer.envelope.result);
    return list.success ? [...new Set(list.data)] : [];
  } catch (error) {
    if (error instanceof ChannelError && error.fault.kind === 'rejected') return [];
    throw error;
  }
}

function textOf(answers: Answers, key: string): string {
  const answer = answers[key];
  return typeof answer === 'string' ? answer : (answer?.[0] ?? '');
}

/** Letters and digits only (qoo10.md 5): others are not kept by Qoo10. */
const lettersAndDigits = (text: string): string => text.replace(/[^A-Za-z0-9]/g, '');

const trackingOf = (asked: Shipment): string => lettersAndDigits(textOf(asked.answers, 'tracking_no'));

/** Everything was shipped, with this number. */
function isShippedAs(statuses: readonly LineStatus[], tracking: string): boolean {
  const going = statuses.filter(({ at }) => at !== 'cancelled');
  return (
    going.some(
      ({ row }) => lettersAndDigits(row.trackingno ?? '').toUpperCase() === tracking.toUpperCase(),
    ) && going.every(({ at }) => at === 'away')
  );
}

/** Why these lines cannot be shipped now; null when they can. */
function shippingRejection(statuses: readonly LineStatus[]): Rejected | null {
  const some = (at: LineStatus['at']): boolean => statuses.some((line) => line.at === at);
  if (statuses.length === 0) return rejection('no_order', message('refusals.order_gone', { channel }));
  if (some('unpaid')) return rejection('unpaid', message('refusals.not_paid'));
  if (some('cancel_requested')) {
    return rejection('cancel_requested', message('refusals.cancellation_first', { channel }));
  }
  if (statuses.some(({ at, row }) => at === 'open' && /store\s*pick-?up/i.test(row.shippingratetype ?? ''))) {
    return rejection('store_pickup', message('refusals.buyer_collects', { channel }));
  }
  if (some('open')) return null;
  if (some('away')) return rejection('already_shipped', message('refusals.other_tracking', { channel }));
  if (some('cancelled')) return rejection('cancelled', message('refusals.order_cancelled', { channel }));
  return rejection('unknown_status', message('refusals.not_in_this_state', { channel }));
}
