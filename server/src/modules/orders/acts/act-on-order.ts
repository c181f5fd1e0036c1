import type { ActionKind } from '@evenstock/contract/actions/actions';
import type { ActivityKey } from '@evenstock/contract/kinds/activities';
import { message } from '@evenstock/contract/messages/message';
import type { Order, OrderAction } from '@evenstock/contract/orders/orders';
import type { OrderState } from '@evenstock/contract/orders/order-states';
import type { Context } from '../../../context.ts';
import { invalid, type Actor, type StoreScope } from '../../../api/routing.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { withinTime } from '../../../platform/time/time-limit.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { showAction } from '../../actions/list-actions.ts';
import { performWhileWaitedFor } from '../../actions/perform-while-waited-for.ts';
import { requestAction, type ActionRequest, type RequestedAction } from '../../actions/request-action.ts';
import { recordActivity } from '../../journal/record-activity.ts';
import { orderToActOn, type OrderToActOn } from '../order/order-to-act-on.ts';
import { showOrder } from '../order/show-order.ts';

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
export interface Requester extends Pick<ActionRequest, 'storeId' | 'userId' | 'performedBy'> {
  /** The mass action that this action belongs to. */
  readonly operationId?: number;
}

/** Requires that an action is offered for an order. @throws Refusal 422 under 'order' with the reason */
export function requireOffered(order: OrderToActOn, action: OrderAction): void {
  const withheld = order.withheld.find((one) => one.action === action);
  if (withheld !== undefined) throw invalid('order', withheld.reason);
}

/**
 * Performs an action of an order at its marketplace while the caller waits. It is idempotent: a second request of the same kind
 * joins the first.
 * @param readAsked validates the request; it may call the marketplace
 * @returns the order; with `pending_action` where its marketplace has not confirmed in time
 * @throws Refusal 404; 422 by field, or under 'order' with why it was refused
 */
export async function actOnOrder(
  call: { readonly ctx: Context; readonly store: StoreScope; readonly actor: Actor },
  reference: string,
  act: OrderActKind,
  readAsked: (order: OrderToActOn) => Promise<unknown>,
): Promise<Order> {
  const { ctx, store, actor } = call;
  const began = performance.now();
  const order = await orderToActOn(ctx, store.id, reference);
  if (order.pending !== act.kind) {
    requireOffered(order, act.action);
    const asked = await readInTime(ctx, readAsked(order));
    const by = { storeId: store.id, userId: actor.userId, performedBy: 'caller' } as const;
    const requested = await requestOnOrder(ctx, by, order, act, asked);
    if (requested.outcome === 'excluded') throw invalid('order', message('orders.busy'));
    if (requested.outcome === 'begun') {
      await performWhileWaitedFor(ctx, requested.id, ANSWER_WITHIN - (performance.now() - began));
      await throwIfRefused(ctx, store.id, requested.id);
    }
  }
  return showOrder(ctx, store, actor, order.referenceNumber);
}

/** @throws Refusal 422 under 'order' where the marketplace does not answer in time */
async function readInTime<Asked>(ctx: Context, reading: Promise<Asked>): Promise<Asked> {
  const read = await withinTime(reading, READ_WITHIN, (error) => {
    ctx.log.info({ err: error }, 'What a marketplace offers for an order could not be read in time.');
  });
  if (read === null) throw invalid('order', message('orders.marketplace_silent'));
  return read.value;
}

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
      exclusiveKey: `order:${String(order.id)}`,
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
