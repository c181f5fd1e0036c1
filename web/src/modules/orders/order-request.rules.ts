import type { BuyerRequest } from '@evenstock/contract/orders/order-list-query';
import type { Order, OrderAction } from '@evenstock/contract/orders/orders';

/** The answers to what buyers ask for, the one that agrees first. */
const answersTo = {
  cancellation: ['accept_cancellation', 'reject_cancellation'],
  return: ['accept_return', 'dispute_return'],
} as const satisfies Record<BuyerRequest, readonly OrderAction[]>;

type Answer = (typeof answersTo)[BuyerRequest][number];

export interface OpenRequest {
  readonly kind: BuyerRequest;
  /** Why the buyer asks, in the marketplace's words; null: it is not known. */
  readonly reason: string | null;
  /** Null: the marketplace gives no deadline. */
  readonly answerBy: string | null;
  readonly answers: readonly Answer[];
}

/** What the buyer of an order asks for and the seller may answer now; null: nothing. */
export function requestOf({
  actions,
  return_detail: detail,
  answer_by: answerBy,
}: Pick<Order, 'actions' | 'return_detail' | 'answer_by'>): OpenRequest | null {
  const offered = (kind: BuyerRequest): readonly Answer[] =>
    answersTo[kind].filter((answer) => actions.includes(answer));
  const toCancel = offered('cancellation');
  if (toCancel.length > 0) return { kind: 'cancellation', reason: null, answerBy, answers: toCancel };
  const toReturn = offered('return');
  if (toReturn.length === 0) return null;
  return {
    kind: 'return',
    reason: detail?.reason ?? null,
    answerBy: detail?.due_at ?? answerBy,
    answers: toReturn,
  };
}

/** The actions that answer a buyer. */
export const answersToBuyers: ReadonlySet<OrderAction> = new Set([
  ...answersTo.cancellation,
  ...answersTo.return,
]);
