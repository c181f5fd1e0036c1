import { z } from 'zod';
import { action } from '../actions/actions.ts';
import { endpoint } from '../api/endpoint.ts';
import { day, instant, none } from '../api/fields.ts';
import { saidMessage } from '../messages/message.ts';
import { failedRow } from '../operations/operations.ts';
import { storePath } from '../stores/stores.ts';

/** Something that Evenstock could not do: an action at a marketplace, or a row of long work. */
const needsYouItem = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('action'),
    key: z.string(),
    at: instant,
    action,
    /** Why it was refused, or that nobody knows yet. */
    reason: saidMessage,
  }),
  z.object({ type: z.literal('failed_row'), key: z.string(), at: instant, failed_row: failedRow }),
]);
export type NeedsYouItem = z.infer<typeof needsYouItem>;

/** labels: orders whose labels could not be printed. */
export const needsYouScope = z.enum(['all', 'labels']);

/** Counts of what waits go up to this; a higher one is shown as "more than". */
export const mostCounted = 10_000;

export const listNeedsYou = endpoint({
  name: 'listNeedsYou',
  summary:
    'What Evenstock could not do and nobody dismissed, newest first: refused actions, those without an outcome for too long, and failed rows',
  method: 'GET',
  path: '/api/stores/:storeId/needs_you.json',
  params: storePath,
  query: z.object({
    scope: needsYouScope.optional(),
    /** `next` of the page before. */
    before: z
      .string()
      .regex(/^\d{1,15}-(a|r)-\d{1,15}-\d{1,9}$/)
      .optional(),
  }),
  body: none,
  reply: z.object({
    items: z.array(needsYouItem),
    /** How many there are, at most `mostCounted`. */
    total_count: z.number().int(),
    next: z.string().nullable(),
  }),
  permission: 'store.view',
  audit: null,
});

/** What waits for a person; each number is at most `mostCounted`. */
export const todo = z.object({
  orders_to_ship: z.number().int(),
  /** The first day of orders that are counted: as far back as lists of orders go. */
  orders_to_ship_from: day,
  /** Those of `orders_to_ship` whose deadline has passed. */
  orders_late: z.number().int(),
  /** Those of `orders_to_ship` whose deadline is later today, in the store's zone. */
  orders_due_today: z.number().int(),
  needs_you: z.number().int(),
  /** Orders with an item that has no SKU, so that its units are missing from the quantity. */
  orders_to_link: z.number().int(),
  /** Orders whose buyers ask to cancel them. */
  cancellations_to_answer: z.number().int(),
  /** Orders with a return that the seller may answer; of these, those that end today. */
  returns_to_answer: z.number().int(),
  returns_due_today: z.number().int(),
  /** Marketplaces of which it is not known where their stock lies: nothing is sent to them. */
  places_to_choose: z.number().int(),
  /** Those of `needs_you` that are labels. */
  failed_labels: z.number().int(),
  /** SKUs whose quantity some marketplace refuses. */
  refused_quantities: z.number().int(),
  oversold_skus: z.number().int(),
  /** 0 where the store does not show what is running out. */
  running_out_skus: z.number().int(),
  /** Marketplaces whose authorisation has ended, or ends within a week. */
  ending_authorisations: z.number().int(),
  /** All of it. */
  total: z.number().int(),
});
export type Todo = z.infer<typeof todo>;

export const showTodo = endpoint({
  name: 'showTodo',
  summary: 'How much waits for a person in the store, by kind',
  method: 'GET',
  path: '/api/stores/:storeId/todo.json',
  params: storePath,
  query: none,
  body: none,
  reply: z.object({ todo }),
  permission: 'store.view',
  audit: null,
});
