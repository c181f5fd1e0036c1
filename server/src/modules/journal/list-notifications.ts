import { storeAbilities } from '@evenstock/contract/abilities';
import type { StoreRole } from '@evenstock/contract/accounts';
import type { CallReply } from '@evenstock/contract/endpoint';
import type { listStoreNotifications as listEndpoint } from '@evenstock/contract/journal';
import {
  notificationsInProfile,
  notificationsPageSize,
  type StoreNotification,
} from '@evenstock/contract/notifications';
import type { z } from 'zod';
import type { Context } from '../../context.ts';
import { pageOf, sortOf } from '../../api/page-request.ts';
import { escapeHtml } from '../../platform/html.ts';
import type { Actor } from '../../api/routing.ts';
import {
  listNotificationRows,
  pinnedNotifications,
  type NotificationRow,
  type Reader,
} from './notifications.queries.ts';
import { kindsVisibleTo } from './notifications.rules.ts';

type Caller = Pick<Actor, 'userId' | 'role'>;

/** Who reads: what they see follows from their role in the store. */
export function readerOf(
  actor: Caller,
  store: { readonly id: number; readonly role: StoreRole | null },
): Reader {
  return {
    storeId: store.id,
    userId: actor.userId,
    kinds: kindsVisibleTo(storeAbilities(store.role, actor.role)),
  };
}

/** Kept paragraphs as HTML. Names and reasons come from people and marketplaces: none of it is ever read as markup. */
function formatContent(content: string): string {
  return content
    .split('\n')
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`)
    .join('');
}

/** A notification as the API shows it. */
export function presentNotification(row: NotificationRow): StoreNotification {
  return {
    id: row.id,
    title: row.title,
    formatted_content: formatContent(row.content),
    created_at: row.createdAt.toISOString(),
    is_read: row.isRead,
    is_critical: row.isCritical,
    link: row.place === null ? null : `/stores/${row.storeSlug}${row.place}`,
  };
}

/** One page of what the caller is told, newest first unless asked otherwise. */
export async function listNotifications(
  ctx: Context,
  reader: Reader,
  query: z.output<(typeof listEndpoint)['query']>,
): Promise<CallReply<typeof listEndpoint>> {
  const page = pageOf({ ...query, per_page: query.per_page ?? notificationsPageSize });
  const { direction } = sortOf(query.q?.s ?? query.s, ['created_at'], {
    field: 'created_at',
    direction: 'desc',
  });
  const { rows, total } = await listNotificationRows(ctx.db, reader, direction, page);
  return {
    store_notifications: rows.map(presentNotification),
    total_count: total,
    page: page.page,
    per_page: page.perPage,
  };
}

/** What a member's bell shows: the critical ones, then the newest, and how many are unread of all. */
export async function showBell(
  ctx: Context,
  reader: Reader,
): Promise<{ store_notifications_unread_count: number; store_notifications: StoreNotification[] }> {
  const { rows, unread } = await pinnedNotifications(ctx.db, reader, notificationsInProfile);
  return {
    store_notifications_unread_count: unread,
    store_notifications: rows.map(presentNotification),
  };
}
