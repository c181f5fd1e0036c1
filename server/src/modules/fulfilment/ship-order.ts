import type { shipOrder as endpoint } from '@evenstock/contract/fulfilment';
import type { CallReply } from '@evenstock/contract/endpoint';
import { message } from '@evenstock/contract/messages/message';
import { z } from 'zod';
import type { Context } from '../../context.ts';
import { type Call, invalid, invalidFields } from '../../api/routing.ts';
import { enqueue } from '../../platform/jobs.ts';
import { withinTime } from '../../platform/time-limit.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { defineAction } from '../actions/action-definition.ts';
import { showAction } from '../actions/list-actions.ts';
import { performWhileWaitedFor } from '../actions/perform-while-waited-for.ts';
import { requestAction, type ActionRequest, type RequestedAction } from '../actions/request-action.ts';
import { recordActivity } from '../journal/record-activity.ts';
import { orderToActOn, type OrderToActOn } from '../orders/order-to-act-on.ts';
import { readOrderJob } from '../orders/orders.jobs.ts';
import { showOrder } from '../orders/show-order.ts';
import { readShipment, type AskedShipment } from './shipment-answers.rules.ts';
import { readShipmentForm, requireShippable, shippedAlready } from './shippable-order.ts';
import { isShippedHere, orderAtMarketplace } from './shipments.queries.ts';

/** The longest that a caller waits, in milliseconds; after that the action continues in the background. */
const ANSWER_WITHIN = 20_000;
/** The part of it for reading the shipment form. */
const READ_WITHIN = 12_000;

interface ShipmentRequest {
  readonly storeId: number;
  readonly userId: number;
  readonly performedBy: ActionRequest['performedBy'];
}

/** The action that ships an order at its marketplace. */
export const shipOrderAction = defineAction({
  kind: 'order.ship',
  asked: z.object({
    method: z.string(),
    answers: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
    order_item_ids: z.array(z.number()).nullable(),
  }),
  of: (connector) => connector.fulfilment?.ship,
  async fill(ctx, action, { method, answers, order_item_ids: itemIds }) {
    const order = await orderAtMarketplace(ctx.db, action.subjectId, itemIds ?? []);
    if (order === null) return null;
    return {
      order: { number: order.number, channelId: order.channelId },
      attemptKey: action.attemptKey,
      method,
      answers,
      lines: itemIds === null ? null : order.lines,
      shippedAt: new Date(action.askedAt.getTime() + order.clockOffsetMs),
    };
  },
  /** Reads the order again, also after a refusal, which means that its state differs there. */
  async settle(tx, _ctx, { storeId, marketplaceId, subjectId }) {
    const order = await orderAtMarketplace(tx, subjectId, []);
    if (order === null) return;
    const { number } = order;
    const key = `read-order:${String(subjectId)}`;
    await enqueue(tx, readOrderJob, { storeId, marketplaceId, number }, { key });
  },
});

/**
 * Ships an order: validates the answers against the shipment form, records the action, and performs it at once. It is idempotent:
 * a second request joins the first.
 * @returns the order; with `pending_action` where its marketplace has not confirmed in time
 * @throws Refusal 404; 422 by field, or under 'order' with why it was refused
 */
export async function shipOrder(call: Call<typeof endpoint>): Promise<CallReply<typeof endpoint>> {
  const { ctx, store, actor, params, body } = call;
  const began = performance.now();
  const order = await orderToActOn(ctx, store.id, params.referenceNumber);
  if (order.pending !== 'order.ship') {
    const asked = await askedOf(ctx, order, body.ship);
    const by = { storeId: store.id, userId: actor.userId, performedBy: 'caller' } as const;
    const requested = await requestShipment(ctx, by, order, asked);
    if (requested.outcome === 'excluded') {
      throw invalid('order', message('fulfilment.order_busy'));
    }
    if (requested.outcome === 'begun') {
      await performWhileWaitedFor(ctx, requested.id, ANSWER_WITHIN - (performance.now() - began));
      await throwIfRefused(ctx, store.id, requested.id);
    }
  }
  return { order: await showOrder(ctx, store, actor, order.referenceNumber) };
}

async function askedOf(
  ctx: Context,
  order: OrderToActOn,
  given: Call<typeof endpoint>['body']['ship'],
): Promise<AskedShipment> {
  requireShippable(order);
  const read = await withinTime(readShipmentForm(ctx, order), READ_WITHIN, (error) => {
    ctx.log.info({ err: error }, 'The shipment form could not be read within the time limit.');
  });
  if (read === null) {
    throw invalid('order', message('fulfilment.marketplace_silent'));
  }
  const choosesLines = ctx.connectors[order.channel].fulfilment?.choosesLines ?? false;
  const { asked, faults } = readShipment(given, read.value, { lines: order.lines, choosesLines });
  if (faults !== null) throw invalidFields(faults);
  return asked;
}

/**
 * Writes down a shipment that somebody asked for, in a transaction of its own.
 * @throws Refusal 422 where the order was shipped from here meanwhile
 */
export async function requestShipment(
  ctx: Context,
  { storeId, userId, performedBy }: ShipmentRequest,
  order: OrderToActOn,
  asked: AskedShipment,
): Promise<RequestedAction> {
  return inTransaction(ctx.db, async (tx) => {
    const requested = await requestAction(tx, ctx, {
      storeId,
      marketplaceId: order.marketplace.id,
      kind: 'order.ship',
      subjectType: 'Order',
      subjectId: order.id,
      exclusiveKey: `order:${String(order.id)}`,
      asked,
      userId,
      performedBy,
    });
    if (requested.outcome === 'begun') {
      // The order may have been shipped since it was read; from here on the exclusive key decides.
      if (await isShippedHere(tx, order.id)) throw shippedAlready();
      await recordActivity(tx, {
        storeId,
        key: 'order.ship',
        actor: { type: 'User', id: userId },
        recipient: { type: 'Order', id: order.id },
        extras: { action_id: requested.id },
        at: ctx.clock.now(),
      });
    }
    return requested;
  });
}

/** @throws Refusal 422 under 'order' with the reason, in words for the seller */
async function throwIfRefused(ctx: Context, storeId: number, actionId: number): Promise<void> {
  const { state, outcome } = await showAction(ctx, storeId, actionId);
  if (state === 'refused') throw invalid('order', outcome?.message ?? message('fulfilment.refused'));
}
