import { showOrder, type Order } from '@evenstock/contract/orders';
import type { LiveTopic } from '@evenstock/contract/live';
import { failureOf, type Failure } from './failure.ts';
import { rememberReply } from './queries.ts';
import { useStore } from './store-context.ts';

/** What an act on an order can change on screens. */
export const touchedByOrders: readonly LiveTopic[] = ['orders', 'actions', 'variants', 'stock_movements'];

interface Outcome {
  /** `isConfirmed`: its marketplace has confirmed it, or has no call for it. */
  readonly onDone: (isConfirmed: boolean) => void;
  readonly onFailed: (failure: Failure) => void;
}

interface OrderReplies {
  readonly params: { readonly storeId: string; readonly referenceNumber: string };
  /** What `mutate` takes beside the input: the order of the reply is shown at once. */
  readonly handlers: (outcome: Outcome) => {
    readonly onSuccess: (reply: { readonly order: Order }) => void;
    readonly onError: (thrown: unknown) => void;
  };
}

/** How a write to an endpoint that replies with its order is called and followed. */
export function useOrderReplies(order: Pick<Order, 'reference_number'>): OrderReplies {
  const { storeId } = useStore();
  const params = { storeId, referenceNumber: order.reference_number };
  return {
    params,
    handlers: ({ onDone, onFailed }) => ({
      onSuccess: (reply) => {
        rememberReply(showOrder, { params }, reply);
        onDone(reply.order.pending_action === null);
      },
      onError: (thrown) => onFailed(failureOf(thrown)),
    }),
  };
}
