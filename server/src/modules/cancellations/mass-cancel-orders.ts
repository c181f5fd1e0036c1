import type { CallReply } from '@evenstock/contract/api/endpoint';
import {
  massCancellation,
  type massCancelOrders as endpoint,
} from '@evenstock/contract/fulfilment/mass-actions';
import type { Answer, Call } from '../../api/routing.ts';
import { massActAtMarketplace } from '../orders/acts/mass-act-at-marketplace.ts';
import { defineMassAct, startMassAct } from '../orders/acts/mass-act.ts';
import { askedCancellationOf, cancelling } from './cancel-order.ts';

/** Cancels selected orders, each with its own reason. */
export const massCancelOperation = defineMassAct({
  kind: 'order.mass_cancel',
  entry: massCancellation,
  act: (ctx, operation, order, given) =>
    massActAtMarketplace(ctx, operation, order, cancelling, given, (read) =>
      askedCancellationOf(ctx, read, given),
    ),
});

type Reply = CallReply<typeof endpoint>;

/** Starts to cancel orders. See `startMassAct`. */
export const massCancelOrders = (call: Call<typeof endpoint>): Promise<Reply | Answer<Reply>> =>
  startMassAct(call, massCancelOperation, 'order.mass_cancel');
