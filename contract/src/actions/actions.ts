import { z } from 'zod';
import { endpoint, type StoreAbility } from '../api/endpoint.ts';
import { flag, id, instant, listOf, none, paging, recordId, usedToken } from '../api/fields.ts';
import { marketplaceBrief } from '../marketplaces/marketplaces.ts';
import { messageOnWire } from '../messages/message.ts';
import { storePath } from '../stores/stores.ts';

/** What can be done at a marketplace, once each time that somebody asks for it. */
export const actionKinds = [
  'listing.boost',
  'listing.price',
  'listing.rename',
  'listing.delist',
  'listing.relist',
  'listing.remove',
  'order.ship',
  'order.ready_to_collect',
  'order.confirm_pickup',
  'order.cancel',
  'order.accept_cancellation',
  'order.reject_cancellation',
  'order.accept_return',
  'order.dispute_return',
] as const;
export const actionKind = z.enum(actionKinds);
export type ActionKind = z.infer<typeof actionKind>;

/** What somebody must be allowed to ask for an action of this kind. */
export function abilityOfAction(kind: ActionKind): StoreAbility {
  if (kind === 'listing.remove') return 'listing.delete';
  return kind.startsWith('order.') ? 'order.work' : 'product.work';
}

/** waiting: not at the marketplace. sent: called, or being worked on there. unknown: no answer, so it is read back. */
export const actionStates = ['waiting', 'sent', 'unknown', 'done', 'refused'] as const;
export const actionState = z.enum(actionStates);
export type ActionState = z.infer<typeof actionState>;

/** An action as the record that it is done to shows it. */
export const actionBrief = z.object({ id, state: actionState });

/** The records that actions are done to. */
export const actionSubjects = ['Order', 'ProductListing', 'VariantListing'] as const;
export const actionSubject = z.enum(actionSubjects);
export type ActionSubject = z.infer<typeof actionSubject>;

export const action = z.object({
  id,
  kind: actionKind,
  state: actionState,
  /** `name` is the order's number or the listing's name; `path` is its page within the store, null where it has none. */
  subject: z.object({ type: actionSubject, id, name: z.string(), path: z.string().nullable() }),
  marketplace: marketplaceBrief,
  /** Null: a schedule asked for it, or the account is gone. */
  asked_by: z.object({ id, email: z.string() }).nullable(),
  access_token: usedToken,
  asked_at: instant,
  sent_at: instant.nullable(),
  finished_at: instant.nullable(),
  /** When it is looked at again; null once it has ended. */
  next_at: instant.nullable(),
  /** Why it was refused, in words for the seller. */
  outcome: z.object({ code: z.string(), reason: z.string(), message: messageOnWire.optional() }).nullable(),
  /** The marketplace may accept the same later. */
  may_retry: z.boolean(),
});
export type Action = z.infer<typeof action>;

const actionReply = z.object({ action });
const actionPath = storePath.extend({ actionId: recordId });

export const listActions = endpoint({
  name: 'listActions',
  summary: 'Actions at marketplaces, newest first',
  method: 'GET',
  path: '/api/stores/:storeId/actions.json',
  params: storePath,
  query: z.object({
    ...paging,
    q: z
      .object({
        /** Refused and not dismissed, or without a known outcome for too long: two minutes for an order of which nobody knows, else an hour. */
        needs_you: flag.optional(),
        subject_type_eq: actionSubject.optional(),
        subject_id_eq: recordId.optional(),
      })
      .strict()
      .optional(),
  }),
  body: none,
  reply: listOf('actions', action),
  permission: 'store.view',
  audit: null,
});

export const showAction = endpoint({
  name: 'showAction',
  summary: 'An action at a marketplace, and what became of it',
  method: 'GET',
  path: '/api/stores/:storeId/actions/:actionId.json',
  params: actionPath,
  query: none,
  body: none,
  reply: actionReply,
  permission: 'store.view',
  audit: null,
});

export const dismissAction = endpoint({
  name: 'dismissAction',
  summary: 'Take a refused action off the list of what needs a hand',
  method: 'POST',
  path: '/api/stores/:storeId/actions/:actionId/dismiss.json',
  params: actionPath,
  query: none,
  body: none,
  reply: actionReply,
  permission: 'order.work',
  audit: 'action.dismiss',
});

export const retryAction = endpoint({
  name: 'retryAction',
  summary: 'Ask for a refused action once more, as an action of its own',
  method: 'POST',
  path: '/api/stores/:storeId/actions/:actionId/retry.json',
  params: actionPath,
  query: none,
  body: none,
  reply: actionReply,
  permission: 'store.view',
  audit: 'action.retry',
});
