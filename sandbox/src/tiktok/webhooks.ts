import { z } from 'zod';
import { eventTypes, type EventType } from './event-types.ts';
import { bodyAs, unixSeconds } from './parameters.ts';
import type { Records } from './records.ts';
import { badRequest } from './reply.ts';
import type { Endpoint } from './shop-call.ts';

const eventType = z.custom<EventType>(
  (value) => typeof value === 'string' && Object.hasOwn(eventTypes, value),
  'unknown event type',
);
const putBody = z.object({ event_type: eventType, address: z.string().min(1).max(255) });
const deleteBody = z.object({ event_type: eventType });

/** Where a shop's notices of one kind go, each shop for itself (tiktok.md 7). */
export const webhookEndpoints: readonly Endpoint[] = [
  {
    method: 'PUT',
    path: '/event/:version/webhooks',
    versions: ['202309'],
    nature: 'write',
    answer: ({ core, records, shop, body }) => {
      const { event_type, address } = bodyAs(putBody, body);
      if (!isNoticeAddress(address))
        throw badRequest('Invalid parameter address: it must be an HTTPS address with a domain.');
      const key = `${shop.id}/${event_type}`;
      const now = core.clock.now();
      const createdAt = records.subscriptions.get(key)?.createdAt ?? now;
      records.subscriptions.put(key, {
        shop: shop.id,
        eventType: event_type,
        address,
        createdAt,
        updatedAt: now,
      });
      return {};
    },
  },
  {
    method: 'GET',
    path: '/event/:version/webhooks',
    versions: ['202309'],
    nature: 'read',
    answer: ({ records, shop }) => {
      const mine = [...records.subscriptions.values()].filter((one) => one.shop === shop.id);
      return {
        total_count: mine.length,
        webhooks: mine.map(({ eventType: event_type, address, createdAt, updatedAt }) => ({
          event_type,
          address,
          create_time: unixSeconds(createdAt),
          update_time: unixSeconds(updatedAt),
        })),
      };
    },
  },
  {
    method: 'DELETE',
    path: '/event/:version/webhooks',
    versions: ['202309'],
    nature: 'write',
    answer: ({ records, shop, body }) => {
      records.subscriptions.delete(`${shop.id}/${bodyAs(deleteBody, body).event_type}`);
      return {};
    },
  },
];

/** The shop's own subscription, else what the app's console says. */
export function addressFor(
  records: Records,
  shopId: string,
  event: EventType,
  ofConsole: string | null,
): string | null {
  return records.subscriptions.get(`${shopId}/${event}`)?.address ?? ofConsole;
}

/** HTTPS with a domain; plain HTTP on this very machine, where the sandbox lives. */
function isNoticeAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  const isHere = hostname === 'localhost' || hostname === '127.0.0.1' || hostname.endsWith('.test');
  return isHere ? protocol === 'http:' || protocol === 'https:' : protocol === 'https:' && /[a-z]$/i.test(hostname); // oxfmt-ignore
}
