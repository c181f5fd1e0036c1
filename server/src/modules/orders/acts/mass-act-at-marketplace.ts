import { channels } from '@evenstock/contract/channels/channels';
import { message, type MessageOnWire } from '@evenstock/contract/messages/message';
import type { Context } from '../../../context.ts';
import { findActionOf } from '../../actions/find-action-of.ts';
import { showAction } from '../../actions/list-actions.ts';
import { performWhileWaitedFor } from '../../actions/perform-while-waited-for.ts';
import type { OperationRecord } from '../../operations/operation-definition.ts';
import { requestOnOrder, requireOffered, type OrderActKind } from './act-on-order.ts';
import type { MassOrder } from './mass-act.ts';
import { orderToActOn, type OrderToActOn } from '../order/order-to-act-on.ts';

/**
 * Performs the action of one order of a mass action. It is idempotent: a repeated step finds the action that an earlier one requested.
 * @param readAsked validates the entry; it may call the marketplace
 * @returns null where it is done, else why not
 * @throws ChannelError where the marketplace may answer a retry; Refusal with why it cannot be done
 */
export async function massActAtMarketplace(
  ctx: Context,
  operation: OperationRecord,
  order: MassOrder,
  act: OrderActKind,
  readAsked: (order: OrderToActOn) => Promise<unknown>,
): Promise<MessageOnWire | null> {
  const known = await findActionOf(ctx, operation.id, 'Order', order.id);
  const id = known ?? (await request(ctx, operation, order, act, readAsked));
  if (id === null) return message('orders.busy');
  await performWhileWaitedFor(ctx, id);
  const { state, outcome, marketplace } = await showAction(ctx, operation.storeId, id);
  if (state === 'done') return null;
  if (state === 'refused') return outcome?.message ?? message('orders.refused');
  return message('orders.not_confirmed_yet', { channel: channels[marketplace.channel].label });
}

/** @returns the id of the action; null where another one of the order is under way */
async function request(
  ctx: Context,
  { id: operationId, storeId, userId }: OperationRecord,
  { reference }: MassOrder,
  act: OrderActKind,
  readAsked: (order: OrderToActOn) => Promise<unknown>,
): Promise<number | null> {
  const order = await orderToActOn(ctx, storeId, reference);
  // An action under way is joined. It may have ended meanwhile, but a new request would repeat it.
  if (order.pending === act.kind && order.pendingId !== null) return order.pendingId;
  requireOffered(order, act.action);
  const asked = await readAsked(order);
  const by = { storeId, userId, performedBy: 'caller', operationId } as const;
  const requested = await requestOnOrder(ctx, by, order, act, asked);
  return requested.outcome === 'excluded' ? null : requested.id;
}
