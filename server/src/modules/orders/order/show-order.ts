import { channelKind } from '@evenstock/contract/channels/channels';
import type { Order } from '@evenstock/contract/orders/orders';
import { abilitiesIn } from '../../../api/caller-abilities.ts';
import type { Context } from '../../../context.ts';
import { notFound, type Actor, type StoreScope } from '../../../api/routing.ts';
import { openBuyer } from './buyer.ts';
import { describeOrder } from './describe-order.rules.ts';
import { describeReturn } from './describe-return.rules.ts';
import { whyNoLabel } from './order-actions.rules.ts';
import { findOrder } from './order-page.queries.ts';
import { recordReadings } from './record-readings.ts';
import { actionsOf } from './order-to-act-on.ts';

/**
 * Shows one order with its buyer, its lines and the actions of the caller, and records that the caller was shown the buyer.
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
  const mayWork = abilitiesIn(store.role, actor).includes('order.work');
  const actions = mayWork ? actionsOf(ctx, order) : { offered: [], withheld: [], recordedHere: [] };
  const channel = channelKind.parse(order.channel);
  const { returnAcceptance: acceptance, returnDispute: dispute, labels } = ctx.connectors[channel];
  const isBuyerDeleted = order.buyer_deleted_at !== null;
  const noLabel = mayWork ? whyNoLabel({ channel, givesLabels: labels !== undefined, isBuyerDeleted }) : null;
  const withheld =
    noLabel === null
      ? actions.withheld
      : [...actions.withheld, { action: 'print_label' as const, reason: noLabel }];
  const returned =
    order.shown_return === null
      ? null
      : describeReturn(order.shown_return, { acceptance, dispute }, ctx.clock.now());
  if (order.buyer_sealed !== null) await recordReadings(ctx, store, actor, [order.id]);
  return describeOrder(
    order,
    openBuyer(ctx.encryption, { id: order.id, storeId: store.id }, order.buyer_sealed),
    { ...actions, withheld },
    returned,
  );
}
