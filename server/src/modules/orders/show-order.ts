import { storeAbilities } from '@evenstock/contract/abilities';
import type { Order } from '@evenstock/contract/orders';
import type { Context } from '../../context.ts';
import { notFound, type Actor, type StoreScope } from '../../api/routing.ts';
import { openBuyer } from './buyer.ts';
import { describeOrder } from './describe-order.rules.ts';
import { findOrder, type WholeOrder } from './order-page.queries.ts';

/** Whether an order's marketplace answers for it now: connected, so that it can be read again. */
function actionsOn(order: WholeOrder, actor: Actor, store: StoreScope): Order['actions'] {
  const mayWork = storeAbilities(store.role, actor.role).includes('order.work');
  return mayWork && order.marketplace_state_now === 'verified' ? ['sync'] : [];
}

/**
 * One order with its buyer, its lines and what the caller may do with it.
 * @throws Refusal 404
 */
export async function showOrder(
  ctx: Context,
  store: StoreScope,
  actor: Actor,
  reference: string,
): Promise<Order> {
  const order = await findOrder(ctx.db, store.id, reference);
  if (order === null) throw notFound('The order');
  return describeOrder(order, openBuyer(ctx.vault, order.buyer_sealed), actionsOn(order, actor, store));
}
