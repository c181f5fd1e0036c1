import type { CallReply } from '@evenstock/contract/api/endpoint';
import {
  massRefusal,
  type massAcceptCancellations as acceptEndpoint,
  type massRejectCancellations as rejectEndpoint,
} from '@evenstock/contract/fulfilment/mass-actions';
import { massEntry } from '@evenstock/contract/orders/orders';
import type { Answer, Call } from '../../api/routing.ts';
import { massActAtMarketplace } from '../orders/acts/mass-act-at-marketplace.ts';
import { defineMassAct, startMassAct } from '../orders/acts/mass-act.ts';
import { accepting, askedRefusalOf, rejecting } from './answer-cancellation.ts';

/** Accepts the requests of buyers to cancel selected orders. */
export const massAcceptOperation = defineMassAct({
  kind: 'order.mass_accept_cancellation',
  entry: massEntry,
  act: (ctx, operation, order, given) =>
    massActAtMarketplace(ctx, operation, order, accepting, given, () => Promise.resolve({ reason: null })),
});

/** Rejects the requests of buyers to cancel selected orders, each with its own reason. */
export const massRejectOperation = defineMassAct({
  kind: 'order.mass_reject_cancellation',
  entry: massRefusal,
  act: (ctx, operation, order, given) =>
    massActAtMarketplace(ctx, operation, order, rejecting, given, (read) =>
      askedRefusalOf(ctx, read, given.reason ?? null),
    ),
});

type Reply = CallReply<typeof acceptEndpoint>;

/** Starts to accept requests. See `startMassAct`. */
export const massAcceptCancellations = (call: Call<typeof acceptEndpoint>): Promise<Reply | Answer<Reply>> =>
  startMassAct(call, massAcceptOperation, 'order.mass_accept_cancellation');

/** Starts to reject requests. See `startMassAct`. */
export const massRejectCancellations = (call: Call<typeof rejectEndpoint>): Promise<Reply | Answer<Reply>> =>
  startMassAct(call, massRejectOperation, 'order.mass_reject_cancellation');
