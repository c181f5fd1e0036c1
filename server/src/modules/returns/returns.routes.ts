import { english } from '@evenstock/contract/messages/english';
import {
  confirmReturn as confirmReturnEndpoint,
  disputeReturn as disputeReturnEndpoint,
  listDisputeReasons as listDisputeReasonsEndpoint,
  channelEndpoints,
} from '@evenstock/contract/returns/returns';
import { route, type Route } from '../../api/routing.ts';
import { confirmReturn, disputeReturn, listDisputeReasons } from './answer-return.ts';

export const returnsRoutes: readonly Route[] = [
  route(confirmReturnEndpoint, confirmReturn),
  route(disputeReturnEndpoint, disputeReturn),
  // Each path lists the reasons for its order, whatever the channel.
  ...[listDisputeReasonsEndpoint, ...channelEndpoints].map((endpoint) =>
    route(endpoint, async ({ ctx, store, params }) => {
      const reasons = await listDisputeReasons(ctx, store.id, params.referenceNumber);
      return {
        reasons: reasons.map(({ key, label }) => ({ key, label: english(label), label_message: label })),
      };
    }),
  ),
];
