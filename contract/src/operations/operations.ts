import { z } from 'zod';
import { endpoint, type StoreAbility } from '../api/endpoint.ts';
import { id, instant, listOf, none, paging, recordId } from '../api/fields.ts';
import { marketplaceBrief } from '../marketplaces/marketplaces.ts';
import { messagesOnWire, saidMessage } from '../messages/message.ts';
import { storePath } from '../stores/stores.ts';

/** Long work of a store, done row by row in the background. Each kind with what somebody must be allowed to end or repeat it. */
export const operationAbilities = {
  'variant.automerge': 'product.work',
  'variant_listing.mass_force_zero': 'product.work',
  'product_listing.mass_delist': 'product.work',
  'product_listing.mass_relist': 'product.work',
  'order.mass_sync': 'order.work',
  'order.mass_ship': 'order.work',
  'order.mass_set_ready_to_collect': 'order.work',
  'order.mass_pickup': 'order.work',
  'order.mass_cancel': 'order.work',
  'order.mass_accept_cancellation': 'order.work',
  'order.mass_reject_cancellation': 'order.work',
  'order.print_labels': 'order.work',
  'order.export': 'order.export',
  'order_item.export': 'order.export',
  'variant.export': 'product.work',
  'variant.mass_update': 'product.work',
  'variant.mass_edit': 'product.work',
  'stock_movement.export': 'stock.work',
  'stock_tally.apply': 'stock.work',
  'marketplace.import_listings': 'product.work',
  'marketplace.import_orders': 'order.work',
} as const satisfies Record<string, StoreAbility>;
export type OperationKind = keyof typeof operationAbilities;
export const operationKind = z.enum([
  'variant.automerge',
  'variant_listing.mass_force_zero',
  'product_listing.mass_delist',
  'product_listing.mass_relist',
  'order.mass_sync',
  'order.mass_ship',
  'order.mass_set_ready_to_collect',
  'order.mass_pickup',
  'order.mass_cancel',
  'order.mass_accept_cancellation',
  'order.mass_reject_cancellation',
  'order.print_labels',
  'order.export',
  'order_item.export',
  'variant.export',
  'variant.mass_update',
  'variant.mass_edit',
  'stock_movement.export',
  'stock_tally.apply',
  'marketplace.import_listings',
  'marketplace.import_orders',
] satisfies OperationKind[]);

/** waiting: nobody works on it now. done: every row was tried; some may have failed. failed: it ended before its last row. */
export const operationState = z.enum(['waiting', 'running', 'done', 'failed', 'cancelled']);
export type OperationState = z.infer<typeof operationState>;

/**
 * skipped: there was nothing to do; it counts as done. left_out: it was chosen and not tried, as it could not take part; it counts
 * nowhere. unconfirmed: the marketplace took it and has not confirmed yet; the row turns into its outcome once that is known.
 */
export const operationRowState = z.enum(['done', 'failed', 'skipped', 'left_out', 'unconfirmed']);
export type OperationRowState = z.infer<typeof operationRowState>;

export const operation = z.object({
  id,
  kind: operationKind,
  /** The record it is about, where it is about one: the marketplace of an import. */
  subject_id: id.nullable(),
  state: operationState,
  /** Rows in all; null until that is known. */
  total: z.number().int().nullable(),
  /** Rows that are done or skipped. */
  done: z.number().int(),
  failed: z.number().int(),
  /** Rows that their marketplace has not confirmed yet: neither done nor failed. */
  unconfirmed: z.number().int(),
  /** What was chosen with its rows and not tried, as it could not take part; no part of the total. */
  left_out: z.number().int(),
  /** Why it failed, or what it waits for; `text` and `messages` also say what becomes of it. */
  error: saidMessage.extend({ messages: messagesOnWire }).nullable(),
  /** Null: a schedule, or an account that is gone. */
  asked_by: z.object({ id, email: z.string() }).nullable(),
  asked_at: instant,
  started_at: instant.nullable(),
  finished_at: instant.nullable(),
  /** When it continues after a failure. */
  resume_at: instant.nullable(),
  is_ending: z.boolean(),
  /** The operation whose failed rows this one tries again. */
  retry_of: id.nullable(),
  /** The operation that ended early and whose other rows this one tries. */
  continuation_of: id.nullable(),
  /** The operation that began at its end: the labels of the orders that it shipped. */
  began: id.nullable(),
  can_cancel: z.boolean(),
  can_retry: z.boolean(),
  can_continue: z.boolean(),
});
export type Operation = z.infer<typeof operation>;

export const operationRow = z.object({
  key: z.string(),
  label: z.string(),
  subject: z.object({ type: z.string(), id }).nullable(),
  state: operationRowState,
  /** Why it failed, was skipped or left out, or what it waits for. */
  reason: saidMessage.nullable(),
  at: instant,
});
export type OperationRow = z.infer<typeof operationRow>;

/** A row that failed, with the operation that tried it. */
export const failedRow = operationRow.omit({ state: true }).extend({
  operation: z.object({
    id,
    kind: operationKind,
    asked_by: z.object({ id, email: z.string() }).nullable(),
    /** This row may be tried again, alone or with all others of the operation that failed. */
    can_retry: z.boolean(),
    /** Rows of it that failed. */
    failed: z.number().int(),
  }),
  /** The page of its record within the store; null where it has none. */
  path: z.string().nullable(),
  marketplace: marketplaceBrief.nullable(),
});
export type FailedRow = z.infer<typeof failedRow>;

/** An operation as those who started a mass action see it: what became of its rows. */
export const massAction = operation
  .pick({ id: true, state: true, total: true, done: true, failed: true, unconfirmed: true })
  .extend({
    /** What it did not try: what could not take part, and after an early end the rows whose turn had not come. */
    left_out: z.number().int(),
  });

const operationReply = z.object({ operation });
const operationPath = storePath.extend({ operationId: recordId });

export const listOperations = endpoint({
  name: 'listOperations',
  summary: 'Long work of a store, running and ended, newest first; kept for 90 days',
  method: 'GET',
  path: '/api/stores/:storeId/operations.json',
  params: storePath,
  query: z.object({
    ...paging,
    kind_eq: operationKind.optional(),
    kind_in: z.array(operationKind).max(operationKind.options.length).optional(),
    subject_id_eq: recordId.optional(),
  }),
  body: none,
  reply: listOf('operations', operation),
  permission: 'store.view',
  audit: null,
});

export const showOperation = endpoint({
  name: 'showOperation',
  summary: 'One piece of long work with the outcome of its rows, those that failed first',
  method: 'GET',
  path: '/api/stores/:storeId/operations/:operationId.json',
  params: operationPath,
  query: z.object(paging),
  body: none,
  reply: operationReply.extend(listOf('rows', operationRow).shape).extend({
    /** Records of its rows once it has ended, 1,000 rows at most: those that have what was asked for, and those that failed or were left out. */
    records: z.object({ done: z.array(id), left: z.array(id) }),
  }),
  permission: 'store.view',
  audit: null,
});

export const showMassAction = endpoint({
  name: 'showMassAction',
  summary: 'How far a mass action is',
  method: 'GET',
  path: '/api/stores/:storeId/mass_actions/:operationId.json',
  params: operationPath,
  query: none,
  body: none,
  reply: z.object({ mass_action: massAction }),
  permission: 'store.view',
  audit: null,
});

export const cancelOperation = endpoint({
  name: 'cancelOperation',
  summary: 'End long work before its last row; what it did stands',
  method: 'POST',
  path: '/api/stores/:storeId/operations/:operationId/cancel.json',
  params: operationPath,
  query: none,
  body: none,
  reply: operationReply,
  permission: 'store.view',
  audit: 'operation.cancel',
});

export const retryOperation = endpoint({
  name: 'retryOperation',
  summary: 'Try the failed rows of long work again, or one of them, as an operation of its own',
  method: 'POST',
  path: '/api/stores/:storeId/operations/:operationId/retry.json',
  params: operationPath,
  query: none,
  /** Without a row: all that were not tried again alone. */
  body: z.object({ operation: z.object({ row_key: z.string().min(1).max(255).optional() }).optional() }),
  reply: operationReply,
  permission: 'store.view',
  audit: 'operation.retry',
});

export const continueOperation = endpoint({
  name: 'continueOperation',
  summary: 'Go on with long work that was cancelled or ended early, as an operation of its own',
  method: 'POST',
  path: '/api/stores/:storeId/operations/:operationId/continue.json',
  params: operationPath,
  query: none,
  body: none,
  reply: operationReply,
  permission: 'store.view',
  audit: 'operation.continue',
});

export const dismissFailures = endpoint({
  name: 'dismissFailures',
  summary: 'Take failed rows of long work off the list of what needs a hand: one, some, or all of them',
  method: 'POST',
  path: '/api/stores/:storeId/operations/:operationId/dismiss.json',
  params: operationPath,
  query: none,
  body: z.object({
    operation: z.object({
      row_key: z.string().max(255).optional(),
      row_keys: z.array(z.string().max(255)).min(1).max(100).optional(),
    }),
  }),
  reply: z.object({ dismissed: z.number().int() }),
  permission: 'store.view',
  audit: 'operation.dismiss',
});
