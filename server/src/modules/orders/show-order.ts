import { storeAbilities } from '@evenstock/contract/abilities';
import type { Order } from '@evenstock/contract/orders';
import type { Context } from '../../context.ts';
import { notFound, type Actor, type StoreScope } from '../../api/routing.ts';
import { openBuyer } from './buyer.ts';
import { describeOrder } from './describe-order.rules.ts';
import { findOrder } from './order-page.queries.ts';
import { actionsOf } from './order-to-act-on.ts';

/**
 * One order with its buyer, its lines and the actions of the caller.
 * @throws Refusal 404
 */
export async function showOrder(
  ctx: Context,
  store: StoreScope,
  actor: Actor,
  reference: string,
): Promise<Order> {
  const order = await findOrder(ctx.db, store.id, reference);
  if (order === null) throw notFound('order');
  const mayWork = storeAbilities(store.role, actor.role).includes('order.work');
  const actions = mayWork ? actionsOf(ctx, order) : { offered: [], withheld: [], recordedHere: [] };
  return describeOrder(order, openBuyer(ctx.encryption, order.buyer_sealed), actions);
}
