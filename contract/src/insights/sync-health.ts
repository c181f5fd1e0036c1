import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { id, instant, none } from '../api/fields.ts';
import { messagesOnWire } from '../messages/message.ts';
import { marketplacePath } from '../marketplaces/marketplaces.ts';

/**
 * The ways of a sale: seen: from the sale until its order is here. pushed: from the change of quantity here until a shop is sent it.
 * confirmed: from then until the shop has answered that it took it.
 */
export const syncStages = ['seen', 'pushed', 'confirmed'] as const;
export type SyncStage = (typeof syncStages)[number];

const syncHealth = z.object({
  marketplace_id: id,
  /** Stages in the last 24 hours, in seconds; null where nothing happened. */
  stages: z.array(
    z.object({
      stage: z.enum(syncStages),
      count: z.number().int(),
      p50: z.number().nullable(),
      p95: z.number().nullable(),
    }),
  ),
  /** Listings whose shop is not yet sent its quantity, and since when the one waits that has waited longest. */
  waiting: z.number().int(),
  oldest_waiting_at: instant.nullable(),
  /** The newest failure of a pull, or of a quantity that was sent. */
  last_error: z.object({ at: instant, text: z.string(), messages: messagesOnWire }).nullable(),
  /** When the shop is asked or sent something again; null where nothing is. */
  next_attempt_at: instant.nullable(),
});
export type SyncHealth = z.infer<typeof syncHealth>;

export const showSyncHealth = endpoint({
  name: 'showSyncHealth',
  summary: 'How fast and how well the sync of one marketplace works',
  method: 'GET',
  path: '/api/stores/:storeId/marketplaces/:marketplaceId/sync_health.json',
  params: marketplacePath,
  query: none,
  body: none,
  reply: z.object({ sync_health: syncHealth }),
  permission: 'marketplace.view',
  audit: null,
});
