import { channels } from '@evenstock/contract/channels/channels';
import { message, type MessageOnWire } from '@evenstock/contract/messages/message';
import type { Context } from '../../../context.ts';
import { findActionOf } from '../../actions/find-action-of.ts';
import { showAction } from '../../actions/list-actions.ts';
import { performWhileWaitedFor } from '../../actions/perform-while-waited-for.ts';
import type { OperationRecord } from '../../operations/operation-definition.ts';
import { askOfOrder, type OrderActKind } from './act-on-order.ts';
import type { MassOrder } from './mass-act.ts';
import type { OrderToActOn } from '../order/order-to-act-on.ts';

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
  given: { readonly reference_number: string },
  readAsked: (order: OrderToActOn) => Promise<unknown>,
): Promise<MessageOnWire | null> {
  const { id: operationId, storeId, userId } = operation;
  const { reference_number: reference, ...words } = given;
  const by = { storeId, userId, performedBy: 'caller', operationId } as const;
  const id =
    (await findActionOf(ctx, operationId, 'Order', order.id)) ??
    (await askOfOrder(ctx, by, reference, act, words, readAsked)).id;
  await performWhileWaitedFor(ctx, id);
  const { state, outcome, marketplace } = await showAction(ctx, storeId, id);
  if (state === 'done') return null;
  if (state === 'refused') return outcome?.message ?? message('orders.refused');
  return message('orders.not_confirmed_yet', { channel: channels[marketplace.channel].label });
}
