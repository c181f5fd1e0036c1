import type { StoreRole } from '@evenstock/contract/accounts/accounts';
import type { CallReply } from '@evenstock/contract/api/endpoint';
import type { listStoreNotifications as listEndpoint } from '@evenstock/contract/journal/journal';
import { english, englishParagraph, said } from '@evenstock/contract/messages/english';
import type { Message } from '@evenstock/contract/messages/message';
import {
  notificationsInProfile,
  notificationsPageSize,
  type StoreNotification,
} from '@evenstock/contract/stores/notifications';
import type { z } from 'zod';
import { abilitiesIn } from '../../api/caller-abilities.ts';
import type { Context } from '../../context.ts';
import { pageOf, sortOf } from '../../api/page-request.ts';
import { escapeHtml } from '../../platform/text/html.ts';
import type { Actor } from '../../api/routing.ts';
import {
  listNotificationRows,
  pinnedNotifications,
  unreadOf,
  type NotificationRow,
  type Reader,
} from './notifications.queries.ts';
import { kindsVisibleTo } from './notifications.rules.ts';

type Caller = Pick<Actor, 'userId' | 'role' | 'token'>;

/** The reader, whose role decides what is visible. */
export function readerOf(
  actor: Caller,
  store: { readonly id: number; readonly role: StoreRole | null },
): Reader {
  return {
    storeId: store.id,
    userId: actor.userId,
    kinds: kindsVisibleTo(abilitiesIn(store.role, actor)),
  };
}

/** Paragraphs as HTML. Names and reasons come from people and marketplaces, so all text is escaped. */
function formatContent(paragraphs: readonly (readonly Message[])[]): string {
  return paragraphs
    .map((paragraph) => englishParagraph(paragraph).replaceAll(/\s+/g, ' ').trim())
    .map((text) => `<p>${escapeHtml(text)}</p>`)
    .join('');
}

/** A notification as the API shows it. */
export function presentNotification(row: NotificationRow): StoreNotification {
  const { title, paragraphs } = row;
  return {
    id: row.id,
    title: english(title),
    formatted_content: formatContent(paragraphs),
    title_message: said(title),
    paragraphs: paragraphs.map((paragraph) => paragraph.map(said)),
    created_at: row.createdAt.toISOString(),
    is_read: row.isRead,
    is_critical: row.isCritical,
    link: row.place === null ? null : `/stores/${row.storeSlug}${row.place}`,
  };
}

/** One page of the caller's notifications, newest first unless asked otherwise. */
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

/** The titles of a reader's unread notifications of a period, the most important first, and their total. */
export async function listUnread(
  ctx: Context,
  reader: Reader,
  period: { readonly since: Date; readonly until: Date },
  limit: number,
): Promise<{ titles: Message[]; total: number }> {
  const { rows, total } = await unreadOf(ctx.db, reader, period, limit);
  return { titles: rows.map(({ title }) => title), total };
}

/** The notifications under a member's bell: critical ones, then the newest, and the number of unread ones. */
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
