import { createHash } from 'node:crypto';
import type { ActionKind } from '@evenstock/contract/actions/actions';
import type { ActivityKey } from '@evenstock/contract/kinds/activities';
import { message, type Message } from '@evenstock/contract/messages/message';
import type { Order, OrderAction } from '@evenstock/contract/orders/orders';
import type { OrderState } from '@evenstock/contract/orders/order-states';
import { zoneOfCountry } from '@evenstock/contract/stores/stores';
import type { Context } from '../../../context.ts';
import { Answer, invalid, Refusal, type Actor, type StoreScope } from '../../../api/routing.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { momentIn } from '../../../platform/time/days.ts';
import { withinTime } from '../../../platform/time/time-limit.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { findUnfinishedAction } from '../../actions/find-unfinished.ts';
import { showAction } from '../../actions/list-actions.ts';
import { performWhileWaitedFor } from '../../actions/perform-while-waited-for.ts';
import {
  requestAction,
  type ActionRequest,
  type RequestedAction,
  type UnfinishedAction,
} from '../../actions/request-action.ts';
import { recordActivity } from '../../journal/record-activity.ts';
import { orderToActOn, type OrderToActOn } from '../order/order-to-act-on.ts';
import { showOrder } from '../order/show-order.ts';
import { busyWith } from './busy-with.rules.ts';

/** The longest that a caller waits, in milliseconds; after that the action continues in the background. */
const ANSWER_WITHIN = 20_000;
/** The part of that time in which the marketplace's offers are read. */
const READ_WITHIN = 12_000;

/** The activities of order actions. */
type OrderActActivity = Extract<
  ActivityKey,
  | `order.${'accept' | 'reject'}_cancellation`
  | `order.${'accept' | 'dispute'}_return`
  | `order.${'ship' | 'cancel' | 'ready_to_collect' | 'confirm_pickup'}`
>;

/** The facts of an order that its actions change. */
interface OrderOnceDone {
  readonly state?: OrderState;
  readonly cancellation_requested?: false;
  readonly return_answer?: 'accepted' | 'disputed';
  /** What the buyer gets back, with its currency. */
  readonly buyer_refund?: string;
}

/** A kind of order action, as members request it. */
export interface OrderActKind {
  readonly kind: ActionKind;
  readonly activity: OrderActActivity;
  /** The action, which must be offered. */
  readonly action: OrderAction;
  /** The fields that change once the action is done; those that depend on its marketplace are left out. */
  readonly leadsTo: (asked: unknown) => OrderOnceDone;
  /**
   * Checks in the transaction of the request, once the exclusive key is taken, what may have changed since the order was read.
   * @throws Refusal 422
   */
  readonly confirm?: (tx: Tx, order: OrderToActOn) => Promise<void>;
}

/** The person who requests an action, and the one who performs it. */
export interface Requester extends Pick<ActionRequest, 'storeId' | 'userId' | 'performedBy' | 'askedDigest'> {
  /** The mass action that this action belongs to. */
  readonly operationId?: number;
}

/** How an action is answered. */
interface OrderReply {
  readonly order: Order;
}

/**
 * Requires that an action is offered for an order.
 * @param thoughPending also where another one that is under way is all that keeps it from being offered
 * @throws Refusal 422 under 'order' with the reason
 */
export function requireOffered(order: OrderToActOn, action: OrderAction, thoughPending = false): void {
  const withheld = order.withheld.find((one) => one.action === action);
  if (withheld === undefined || (thoughPending && withheld.reason.code === 'fulfilment.not_confirmed'))
    return;
  throw invalid('order', withheld.reason);
}

/**
 * Performs an action of an order at its marketplace while the caller waits. It is idempotent: the same request joins the one under
 * way.
 * @param given the request in its caller's words
 * @param readAsked validates the request; it may call the marketplace
 * @returns the order; 202, with `pending_action`, where its marketplace has not confirmed in time
 * @throws Refusal 404; 409 where something else is being done to it; 422 by field, or under 'order' with why it was refused
 */
export async function actOnOrder(
  call: { readonly ctx: Context; readonly store: StoreScope; readonly actor: Actor },
  reference: string,
  act: OrderActKind,
  given: unknown,
  readAsked: (order: OrderToActOn) => Promise<unknown>,
): Promise<OrderReply | Answer<OrderReply>> {
  const { ctx, store, actor } = call;
  const began = performance.now();
  const by = { storeId: store.id, userId: actor.userId, performedBy: 'caller' } as const;
  const asked = await askOfOrder(ctx, by, reference, act, given, (order) =>
    readInTime(ctx, readAsked(order)),
  );
  if (asked.isNew) {
    await performWhileWaitedFor(ctx, asked.id, ANSWER_WITHIN - (performance.now() - began));
    await throwIfRefused(ctx, store.id, asked.id);
  }
  const order = await showOrder(ctx, store, actor, asked.order.referenceNumber);
  return order.pending_action === null ? { order } : new Answer(202, { order });
}

interface AskedAct {
  readonly id: number;
  /** False: it joined the same one that was under way. */
  readonly isNew: boolean;
  readonly order: OrderToActOn;
}

/**
 * Requests an action of an order, or joins the same one that is under way. The request is validated in either case.
 * @throws Refusal 404; 409 where something else is being done to it; 422
 * @throws ChannelError where the marketplace does not answer
 */
export async function askOfOrder(
  ctx: Context,
  by: Requester,
  reference: string,
  act: OrderActKind,
  given: unknown,
  readAsked: (order: OrderToActOn) => Promise<unknown>,
): Promise<AskedAct> {
  const order = await orderToActOn(ctx, by.storeId, reference);
  const digest = digestOf(given);
  const underWay = (asked?: unknown) =>
    findUnfinishedAction(ctx.db, by.storeId, keyOf(order), { asked, digest });
  const joining = (running: UnfinishedAction): AskedAct => {
    if (running.kind === act.kind && running.isSame) return { id: running.id, isNew: false, order };
    throw new Refusal(409, whyBusy(running));
  };
  const again = () => askOfOrder(ctx, by, reference, act, given, readAsked);

  const running = order.pending === null ? null : await underWay();
  if (order.pending !== null && running === null) return again();
  if (running?.kind === act.kind && running.isSame) return joining(running);
  if (running === null || running.kind !== act.kind) requireOffered(order, act.action, running !== null);
  let asked: unknown;
  try {
    asked = await readAsked(order);
  } catch (error) {
    if (isAboutFields(error)) throw error;
    // A marketplace that has just done what was asked of it offers nothing any more.
    const meanwhile = await underWay();
    if (meanwhile === null) throw error;
    return joining(meanwhile);
  }
  if (running !== null) {
    // It may have ended meanwhile. A new request would repeat it, so the order decides anew.
    const still = await underWay(asked);
    return still === null ? again() : joining(still);
  }
  const requested = await requestOnOrder(ctx, { ...by, askedDigest: digest }, order, act, asked);
  return requested.outcome === 'begun' ? { id: requested.id, isNew: true, order } : joining(requested);
}

const isAboutFields = (error: unknown): boolean =>
  error instanceof Refusal && error.fields !== null && !('order' in error.fields);

const digestOf = (given: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(given ?? {}))
    .digest('base64url');

const whyBusy = ({ kind, askedBy, askedAt, country }: UnfinishedAction): Message =>
  busyWith({ kind, askedBy, since: momentIn(zoneOfCountry[country], askedAt) });

/** @throws Refusal 422 under 'order' where the marketplace does not answer in time */
async function readInTime<Asked>(ctx: Context, reading: Promise<Asked>): Promise<Asked> {
  const read = await withinTime(reading, READ_WITHIN, (error) => {
    ctx.log.info({ err: error }, 'What a marketplace offers for an order could not be read in time.');
  });
  if (read === null) throw invalid('order', message('orders.marketplace_silent'));
  return read.value;
}

const keyOf = ({ id }: OrderToActOn): string => `order:${String(id)}`;

/**
 * Records the request of an action and its activity, in a transaction of its own.
 * @throws Refusal 422 where `act.confirm` refuses
 */
export async function requestOnOrder(
  ctx: Context,
  by: Requester,
  order: OrderToActOn,
  act: OrderActKind,
  asked: unknown,
): Promise<RequestedAction> {
  return inTransaction(ctx.db, async (tx) => {
    const requested = await requestAction(tx, ctx, {
      ...by,
      marketplaceId: order.marketplace.id,
      kind: act.kind,
      subjectType: 'Order',
      subjectId: order.id,
      exclusiveKey: keyOf(order),
      asked,
    });
    if (requested.outcome === 'begun') {
      await act.confirm?.(tx, order);
      await recordActivity(tx, {
        storeId: by.storeId,
        key: act.activity,
        actor: { type: 'User', id: by.userId },
        recipient: { type: 'Order', id: order.id },
        before: { state: order.state, cancellation_requested: order.cancellationRequested },
        after: act.leadsTo(asked),
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
  if (state === 'refused') throw invalid('order', outcome?.message ?? message('orders.refused'));
}
