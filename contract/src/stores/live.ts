import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { none } from '../api/fields.ts';
import { storePath } from './stores.ts';

/** What changed: the browser refetches what it shows of that topic. */
export const liveTopic = z.enum([
  'orders',
  'actions',
  'variants',
  'stock_movements',
  'marketplaces',
  'pulls',
  'merges',
  'stock_tallies',
  'operations',
  'store',
  'notifications',
  'activities',
]);
export type LiveTopic = z.infer<typeof liveTopic>;

/** One line of the event stream (`data:` of a server-sent event). `ids` empty: anything of that topic may have changed. */
export const liveEvent = z.object({ topic: liveTopic, ids: z.array(z.number().int()) });
export type LiveEvent = z.infer<typeof liveEvent>;

export const streamEvents = endpoint({
  name: 'streamEvents',
  summary: 'Live changes of a store, as server-sent events; read it with fetch',
  method: 'GET',
  path: '/api/stores/:storeId/events',
  params: storePath,
  query: none,
  body: none,
  reply: liveEvent,
  permission: 'store.view',
  audit: null,
  kind: 'events',
});
