import type { shipOrder as endpoint } from '@evenstock/contract/fulfilment';
import type { CallReply } from '@evenstock/contract/endpoint';
import { z } from 'zod';
import type { Context } from '../../context.ts';
import { invalid, Refusal, type Call } from '../../api/routing.ts';
import { enqueue } from '../../platform/jobs.ts';
import { withinTime } from '../../platform/time-limit.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { defineAction } from '../actions/action-definition.ts';
import { showAction } from '../actions/list-actions.ts';
import { performWhileWaitedFor } from '../actions/perform-while-waited-for.ts';
import { requestAction, type RequestedAction } from '../actions/request-action.ts';
import { recordActivity } from '../journal/record-activity.ts';
import { orderToActOn, type OrderToActOn } from '../orders/order-to-act-on.ts';
import { readOrderJob } from '../orders/orders.jobs.ts';
import { showOrder } from '../orders/show-order.ts';
import { readShipment, type AskedShipment } from './shipment-answers.rules.ts';
import { readShipmentForm, requireShippable, shippedAlready } from './shippable-order.ts';
import { isShippedHere, orderAtMarketplace } from './shipments.queries.ts';

/** Whoever asked is answered within this, in milliseconds; what is not known by then goes on in the background. */
const ANSWER_WITHIN = 20_000;
/** Of it, to read what the marketplace needs to know. */
const READ_WITHIN = 12_000;

/** Ships an order as its marketplace lets it be shipped. */
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
  /** Its state follows its marketplace: also a refusal says that something is otherwise over there. */
  async settle(tx, _ctx, { storeId, marketplaceId, subjectId }) {
    const order = await orderAtMarketplace(tx, subjectId, []);
    if (order === null) return;
    const { number } = order;
    const key = `read-order:${String(subjectId)}`;
    await enqueue(tx, readOrderJob, { storeId, marketplaceId, number }, { key });
  },
});

/**
 * Ships an order: held to what its marketplace asks for, written down, then done there at once. Asked for twice, it is shipped once:
 * the second hears of the first.
 * @returns the order; with `pending_action` where its marketplace has not confirmed in time
 * @throws Refusal 404; 422 by field, or under 'order' with why it was refused
 */
export async function shipOrder(call: Call<typeof endpoint>): Promise<CallReply<typeof endpoint>> {
  const { ctx, store, actor, params, body } = call;
  const began = performance.now();
  const order = await orderToActOn(ctx, store.id, params.referenceNumber);
  if (order.pending !== 'order.ship') {
    const asked = await askedOf(ctx, order, body.ship);
    const requested = await request(call, order, asked);
    if (requested.outcome === 'excluded') {
      throw invalid('order', 'Something else is being done to this order. Try again when that has ended.');
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
    ctx.log.info({ err: error }, 'A shipment form was not read in time.');
  });
  if (read === null) {
    throw invalid('order', 'The marketplace does not answer. Nothing was sent. Try again in a few minutes.');
  }
  const choosesLines = ctx.connectors[order.channel].fulfilment?.choosesLines ?? false;
  const { asked, faults } = readShipment(given, read.value, { lines: order.lines, choosesLines });
  if (faults !== null) throw new Refusal(422, Object.values(faults).flat().join(' '), faults);
  return asked;
}

/** Writes down what is asked for, and who asked: one transaction. */
async function request(
  { ctx, store, actor }: Call<typeof endpoint>,
  order: OrderToActOn,
  asked: AskedShipment,
): Promise<RequestedAction> {
  return inTransaction(ctx.db, async (tx) => {
    const requested = await requestAction(tx, ctx, {
      storeId: store.id,
      marketplaceId: order.marketplace.id,
      kind: 'order.ship',
      subjectType: 'Order',
      subjectId: order.id,
      exclusiveKey: `order:${String(order.id)}`,
      asked,
      userId: actor.userId,
      performedBy: 'caller',
    });
    if (requested.outcome === 'begun') {
      // It may have been shipped since it was looked at; what ships it from now on has to come past this action.
      if (await isShippedHere(tx, order.id)) throw shippedAlready();
      await recordActivity(tx, {
        storeId: store.id,
        key: 'order.ship',
        actor: { type: 'User', id: actor.userId },
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
  if (state === 'refused') throw invalid('order', outcome?.reason ?? 'The marketplace refused it.');
}
