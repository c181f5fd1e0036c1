import { actionKind, actionState } from '@evenstock/contract/actions/actions';
import { activityLabel } from '@evenstock/contract/messages/activity-label';
import { english } from '@evenstock/contract/messages/english';
import { fromChannel, messageOnWire } from '@evenstock/contract/messages/message';
import type { TimelineEvent } from '@evenstock/contract/orders/order-page';
import { returnState } from '@evenstock/contract/orders/return-detail';
import { orderState } from '@evenstock/contract/orders/order-states';
import { formatMoney } from '@evenstock/contract/values/money';
import { z } from 'zod';
import type { TimelineRecord } from './timeline.queries.ts';

const states = z.object({ state: orderState, marketplace_state: z.string(), raw_state: z.string() });

const facts = {
  changed: z.object({ before: states, after: states }),
  return_requested: z.object({ state: returnState.nullable(), raw_state: z.string().nullable() }),
  return_changed: z.object({
    before: z.object({ state: returnState, raw_state: z.string() }),
    after: z.object({ state: returnState, raw_state: z.string() }),
  }),
  action: z.object({
    action: actionKind,
    state: actionState,
    finished_at: z.string().nullable(),
    reason: z.string().nullable(),
    message: messageOnWire.nullable(),
    detail: z.string().nullable(),
    refunded: z.object({ amount: z.number(), currency: z.string() }).nullable(),
  }),
  noted: z.object({ notes: z.string() }),
  activity: z.object({ key: z.string() }),
};

const plain = z.enum(['placed', 'paid', 'imported']);

/** Describes the events of an order for the API. */
export function describeEvent(record: TimelineRecord): TimelineEvent {
  const { kind, by, tokenId, tokenName } = record;
  const access_token = tokenId === null ? null : { id: tokenId, name: tokenName };
  const head = { id: `${kind}-${String(record.id)}`, at: record.at.toISOString() };
  switch (kind) {
    case 'changed':
      return { ...head, kind, ...facts.changed.parse(record.facts) };
    case 'return_requested':
      return { ...head, kind, ...facts.return_requested.parse(record.facts) };
    case 'return_changed':
      return { ...head, kind, ...facts.return_changed.parse(record.facts) };
    case 'action': {
      const {
        reason,
        message,
        finished_at: finished,
        refunded,
        ...action
      } = facts.action.parse(record.facts);
      return {
        ...head,
        kind,
        ...action,
        by,
        access_token,
        finished_at: finished === null ? null : new Date(finished).toISOString(),
        refund: refunded === null ? null : formatMoney(refunded.amount, refunded.currency),
        outcome: reason === null ? null : { reason, message: message ?? fromChannel(reason) },
      };
    }
    case 'noted':
      return { ...head, kind, by, access_token, ...facts.noted.parse(record.facts) };
    case 'activity': {
      const label = activityLabel(facts.activity.parse(record.facts).key);
      return { ...head, kind, by, access_token, label, text: english(label) };
    }
    default:
      return { ...head, kind: plain.parse(kind) };
  }
}
