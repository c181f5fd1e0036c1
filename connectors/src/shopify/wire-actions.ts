import { z } from 'zod';
import { count, flag, listOf, readableOf, numeric, numericOrNull, textOrNull } from '../kit/wire-fields.ts';
import { instant, instantOrNull, money, pageInfo, tail } from './wire.ts';

/** Replies that only actions, returns and bulk operations need (shopify.md 3.3, 5, 6). */

/** shopify.md 2: what a mutation refuses, in its payload; `code` only on the typed ones. */
export const userErrors = listOf(z.object({ code: textOrNull, message: z.string().catch('') }));
export type UserError = z.output<typeof userErrors>[number];

/** A payload of which only the refusals are read. */
export const written = z.object({ userErrors });

/** shopify.md 5: lines of a fulfilment order, with what is left of them. */
export const toSendPage = z.object({
  nodes: z.array(
    z.object({
      id: z.string(),
      totalQuantity: count.nullish(),
      remainingQuantity: count,
      lineItem: z.object({ id: tail }),
    }),
  ),
  pageInfo: pageInfo.default({ hasNextPage: false }),
});

/** shopify.md 5: an order with what is left to send of it. */
export const fulfillmentOrders = z.object({
  name: textOrNull,
  cancelledAt: textOrNull,
  fulfillmentOrders: z.object({
    nodes: z.array(
      z.object({
        id: z.string(),
        status: z.string(),
        assignedLocation: z
          .object({ name: textOrNull, location: z.object({ id: z.string() }).nullish() })
          .nullish(),
        supportedActions: readableOf(z.object({ action: z.string() })),
        lineItems: toSendPage,
      }),
    ),
    pageInfo,
  }),
});
type FirstOfOrder = z.output<typeof fulfillmentOrders>;
export type FulfillmentOrder = FirstOfOrder['fulfillmentOrders']['nodes'][number];
export interface OrderToSend {
  readonly cancelledAt: string | null;
  readonly parts: readonly FulfillmentOrder[];
}

/** shopify.md 6. */
export const cancelledOrder = z.object({
  cancelledAt: z.string().nullish(),
  displayFulfillmentStatus: textOrNull,
});
export const cancelPayload = z.object({
  job: z.object({ id: z.string(), done: flag }).nullish(),
  orderCancelUserErrors: userErrors,
});
const bothMonies = money.extend({
  presentmentMoney: z.object({ amount: numeric, currencyCode: z.string() }),
});
export const refundable = z.object({
  netPaymentSet: bothMonies,
  suggestedRefund: z.object({
    shipping: z.object({ maximumRefundableSet: bothMonies }),
    suggestedTransactions: z.array(
      z.object({
        gateway: textOrNull,
        parentTransaction: z.object({ id: z.string() }).nullish(),
        maximumRefundableSet: bothMonies.nullish(),
      }),
    ),
  }),
});
export type Refundable = z.output<typeof refundable>;
/** A job that does not tell its end is not over. */
export const job = z.object({ done: flag });

/** shopify.md 6: lines of a return. Those of goods that were never an order's have no line of it. */
export const returnLinePage = z.object({
  nodes: z.array(
    z.object({
      id: tail,
      quantity: count,
      customerNote: textOrNull,
      returnReasonNote: textOrNull,
      returnReasonDefinition: z.object({ name: textOrNull }).nullish().catch(null),
      fulfillmentLineItem: z
        .object({
          lineItem: z.object({
            id: tail,
            title: textOrNull,
            sku: textOrNull,
            originalUnitPriceSet: money.nullish().catch(null),
            variant: z.object({ id: tail }).nullish(),
            product: z.object({ id: tail }).nullish(),
          }),
        })
        .nullish(),
    }),
  ),
  pageInfo,
});

/** shopify.md 6: a return. */
export const returnRecord = z.object({
  id: z.string(),
  status: z.string(),
  createdAt: instant,
  closedAt: instantOrNull,
  requestApprovedAt: instantOrNull,
  order: z.object({ id: z.string(), name: textOrNull, updatedAt: instantOrNull, currencyCode: textOrNull }),
  decline: z.object({ reason: textOrNull, note: textOrNull }).nullish().catch(null),
  refunds: z.object({
    nodes: z.array(z.object({ totalRefundedSet: money.nullish() })),
    // Fifty refunds of one return are not met; their sum is not told in part.
    pageInfo: pageInfo.refine((info) => !info.hasNextPage, 'longer than Evenstock reads').optional(),
  }),
  returnLineItems: returnLinePage,
});
export type ReturnRecord = z.output<typeof returnRecord>;

export const returningOrder = z.object({
  id: z.string(),
  name: textOrNull,
  // An order that does not tell it is asked for its returns.
  returnStatus: textOrNull,
});

/** shopify.md 3.3; its counts are text. */
export const bulkStarted = z.object({
  bulkOperation: z.object({ id: z.string() }).nullish(),
  userErrors,
});
export const bulkOperation = z.object({
  status: z.string(),
  createdAt: instant,
  completedAt: instantOrNull,
  rootObjectCount: numericOrNull,
  url: textOrNull,
});
export type BulkOperation = z.output<typeof bulkOperation>;

/** A line of a bulk operation's file: a product, or a variant that names its product. */
export const bulkLine = z.looseObject({ id: z.string(), __parentId: textOrNull });
