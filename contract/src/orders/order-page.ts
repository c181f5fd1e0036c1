import { z } from 'zod';
import { actionKind, actionState } from '../actions/actions.ts';
import { endpoint } from '../api/endpoint.ts';
import { instant, listOf, none, paging, usedToken } from '../api/fields.ts';
import { messageOnWire } from '../messages/message.ts';
import { orderState } from './order-states.ts';
import { orderListQuery } from './order-list-query.ts';
import { orderPath } from './orders.ts';
import { returnState } from './return-detail.ts';

const happened = { id: z.string(), at: instant };
/** The address of the member; null: nobody of the store, or the account is gone. */
const by = z.string().nullable();
const states = { state: orderState, marketplace_state: z.string(), raw_state: z.string() };

/** One thing that happened to an order. */
export const timelineEvent = z.discriminatedUnion('kind', [
  /** The buyer placed it, it was paid, it came in here. */
  z.object({ ...happened, kind: z.enum(['placed', 'paid', 'imported']) }),
  /** Its marketplace changed its state. */
  z.object({ ...happened, kind: z.literal('changed'), before: z.object(states), after: z.object(states) }),
  /** Its buyer asked for a return, with the state that the return had then; null: it was not known here yet. */
  z.object({
    ...happened,
    kind: z.literal('return_requested'),
    state: returnState.nullable(),
    raw_state: z.string().nullable(),
  }),
  /** Its marketplace changed the state of a return. */
  z.object({
    ...happened,
    kind: z.literal('return_changed'),
    before: z.object({ state: returnState, raw_state: z.string() }),
    after: z.object({ state: returnState, raw_state: z.string() }),
  }),
  /** Something was done at its marketplace. */
  z.object({
    ...happened,
    kind: z.literal('action'),
    action: actionKind,
    state: actionState,
    by,
    access_token: usedToken,
    finished_at: instant.nullable(),
    outcome: z.object({ reason: z.string(), message: messageOnWire }).nullable(),
    /** The text that was given with it; null: none, or it was deleted with the buyer's data. */
    detail: z.string().nullable(),
    /** What the buyer gets back by it, with the currency. */
    refund: z.string().nullable(),
  }),
  /** A version of its notes. */
  z.object({ ...happened, kind: z.literal('noted'), notes: z.string(), by, access_token: usedToken }),
  /** Anything else that was done to it here. */
  z.object({
    ...happened,
    kind: z.literal('activity'),
    label: messageOnWire,
    text: z.string(),
    by,
    access_token: usedToken,
  }),
]);
export type TimelineEvent = z.infer<typeof timelineEvent>;

export const listOrderTimeline = endpoint({
  name: 'listOrderTimeline',
  summary: 'All that happened to an order, newest first, but for who read its buyer',
  method: 'GET',
  path: '/api/stores/:storeId/orders/:referenceNumber/timeline.json',
  params: orderPath,
  query: z.object(paging),
  body: none,
  reply: listOf('events', timelineEvent),
  permission: 'order.view',
  audit: null,
});

export const showOrderNeighbours = endpoint({
  name: 'showOrderNeighbours',
  summary: 'The orders before and after one in a list, by the list’s tab, filters and sort',
  method: 'GET',
  path: '/api/stores/:storeId/orders/:referenceNumber/neighbours.json',
  params: orderPath,
  query: z.object(orderListQuery),
  body: none,
  reply: z.object({
    /** Reference numbers; null at an end of the list. */
    previous: z.string().nullable(),
    next: z.string().nullable(),
  }),
  permission: 'order.view',
  audit: null,
});
