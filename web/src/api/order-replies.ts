import { showOrder, type Order } from '@evenstock/contract/orders/orders';
import type { LiveTopic } from '@evenstock/contract/stores/live';
import { failureOf, type Failure } from './failure.ts';
import { rememberReply } from './queries.ts';
import { useStore } from './store-context.ts';

/** The topics that an action on an order may change. */
export const touchedByOrders: readonly LiveTopic[] = ['orders', 'actions', 'variants', 'stock_movements'];

interface Outcome {
  /** `isConfirmed`: the marketplace has confirmed the action, or has no call for it. */
  readonly onDone: (isConfirmed: boolean) => void;
  readonly onFailed: (failure: Failure) => void;
}

interface OrderReplies {
  readonly params: { readonly storeId: string; readonly referenceNumber: string };
  /** The callbacks that `mutate` takes beside the input. The order of the reply is shown at once. */
  readonly handlers: (outcome: Outcome) => {
    readonly onSuccess: (reply: { readonly order: Order }) => void;
    readonly onError: (thrown: unknown) => void;
  };
}

/** Calls a write endpoint whose reply is the order. */
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
