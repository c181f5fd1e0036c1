import type { Message } from '@evenstock/contract/messages/message';
import { sql, type RawBuilder } from 'kysely';
import type { PageRequest } from '../../api/page-request.ts';
import type { Handle, Tx } from '../../platform/database/database.ts';
import type { NotificationTexts } from './notifications.rules.ts';

export interface NewNotification {
  readonly storeId: number;
  readonly kind: string;
  readonly subjectId: number;
  readonly userId: number | null;
  readonly isCritical: boolean;
  readonly title: Message;
  readonly paragraphs: readonly (readonly Message[])[];
  readonly place: string | null;
  readonly at: Date;
}

/** Opens a notification; null: its cause has an open one. */
export async function insertNotification(tx: Tx, added: NewNotification): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    insert into store_notifications (store_id, kind, subject_id, user_id, is_critical, title, paragraphs, place, created_at)
    values (${added.storeId}, ${added.kind}, ${added.subjectId}, ${added.userId}, ${added.isCritical},
      ${JSON.stringify(added.title)}::jsonb, ${JSON.stringify(added.paragraphs)}::jsonb, ${added.place}, ${added.at})
    on conflict (store_id, kind, subject_id) where resolved_at is null do nothing
    returning id`.execute(tx);
  return rows[0]?.id ?? null;
}

/** Whether a notification was written at the instant at which another one of its cause was resolved. */
export async function isRenewal(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await sql`
    select from store_notifications n join store_notifications o
      on o.store_id = n.store_id and o.kind = n.kind and o.subject_id = n.subject_id and o.resolved_at = n.created_at
    where n.id = ${id} limit 1`.execute(tx);
  return rows.length > 0;
}

/** A notification that is not resolved; null where it is resolved or does not exist. */
export async function readOpenNotification(
  db: Handle,
  id: number,
): Promise<(NotificationTexts & { storeId: number; place: string | null }) | null> {
  const { rows } = await sql<NotificationTexts & { storeId: number; place: string | null }>`
    select store_id as "storeId", place, title, paragraphs
    from store_notifications where id = ${id} and resolved_at is null`.execute(db);
  return rows[0] ?? null;
}

/** Resolves the open notifications of a subject. @returns their ids */
export async function resolveOpen(
  tx: Tx,
  cause: { readonly storeId: number; readonly kinds: readonly string[]; readonly subjectId: number },
  at: Date,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update store_notifications set resolved_at = ${at}
    where store_id = ${cause.storeId} and kind = any(${cause.kinds}::text[]) and subject_id = ${cause.subjectId}
      and resolved_at is null
    returning id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** One member's view of a store's notifications. */
export interface Reader {
  readonly storeId: number;
  readonly userId: number;
  /** The kinds that the reader's role may see. */
  readonly kinds: readonly string[];
}

export interface NotificationRow extends NotificationTexts {
  readonly id: number;
  readonly createdAt: Date;
  readonly isRead: boolean;
  readonly isCritical: boolean;
  readonly place: string | null;
  readonly storeSlug: string;
}

const isVisible = ({ storeId, userId, kinds }: Reader): RawBuilder<unknown> => sql`
  n.store_id = ${storeId} and n.resolved_at is null and n.kind = any(${kinds}::text[])
  and (n.user_id is null or n.user_id = ${userId})`;

/** Notifications from before a member joined count as read, unless they are critical. */
const isRead = sql`(r.notification_id is not null or (not n.is_critical and n.created_at < coalesce(p.created_at, n.created_at)))`;

const columns = sql`
  n.id, n.title, n.paragraphs, n.created_at as "createdAt", ${isRead} as "isRead", n.is_critical as "isCritical", n.place,
  s.slug as "storeSlug"`;

const seenBy = (reader: Reader): RawBuilder<unknown> => sql`
  store_notifications n join stores s on s.id = n.store_id
  left join store_profiles p on p.store_id = n.store_id and p.user_id = ${reader.userId}
  left join store_notification_reads r
    on r.store_id = n.store_id and r.user_id = ${reader.userId} and r.notification_id = n.id
  where ${isVisible(reader)}`;

/** One page of a member's notifications, and their total. */
export async function listNotificationRows(
  db: Handle,
  reader: Reader,
  direction: 'asc' | 'desc',
  page: PageRequest,
): Promise<{ rows: NotificationRow[]; total: number }> {
  const way = direction === 'asc' ? sql`asc` : sql`desc`;
  const { rows } = await sql<NotificationRow>`
    select ${columns} from ${seenBy(reader)}
    order by n.created_at ${way}, n.id ${way} limit ${page.perPage} offset ${page.offset}`.execute(db);
  const count = await sql<{ total: number }>`
    select count(*)::int as total from store_notifications n where ${isVisible(reader)}`.execute(db);
  return { rows, total: count.rows[0]?.total ?? 0 };
}

/** Critical notifications, then the newest, and the number of unread ones. */
export async function pinnedNotifications(
  db: Handle,
  reader: Reader,
  limit: number,
): Promise<{ rows: NotificationRow[]; unread: number }> {
  const { rows } = await sql<NotificationRow & { unread: number }>`
    select ${columns}, (count(*) filter (where not ${isRead}) over ())::int as unread from ${seenBy(reader)}
    order by n.is_critical desc, n.created_at desc, n.id desc limit ${limit}`.execute(db);
  return { rows, unread: rows[0]?.unread ?? 0 };
}

/** A member's unread notifications of a period (its end is included), critical ones first, then the newest; and their total. */
export async function unreadOf(
  db: Handle,
  reader: Reader,
  period: { readonly since: Date; readonly until: Date },
  limit: number,
): Promise<{ rows: NotificationTexts[]; total: number }> {
  const { rows } = await sql<NotificationTexts & { total: number }>`
    select n.title, n.paragraphs, (count(*) over ())::int as total
    from ${seenBy(reader)} and not ${isRead} and n.created_at > ${period.since} and n.created_at <= ${period.until}
    order by n.is_critical desc, n.created_at desc, n.id desc limit ${limit}`.execute(db);
  return { rows, total: rows[0]?.total ?? 0 };
}

export async function findNotification(
  db: Handle,
  reader: Reader,
  id: number,
): Promise<NotificationRow | null> {
  const { rows } = await sql<NotificationRow>`
    select ${columns} from ${seenBy(reader)} and n.id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/** Records that a member has read one notification or all visible ones. It is idempotent. */
export async function markRead(db: Handle, reader: Reader, id: number | 'all', at: Date): Promise<void> {
  const which = id === 'all' ? sql`true` : sql`n.id = ${id}`;
  // The lock waits for a concurrent purge of the notification.
  await sql`
    insert into store_notification_reads (store_id, user_id, notification_id, read_at)
    select n.store_id, ${reader.userId}, n.id, ${at} from store_notifications n
    where ${isVisible(reader)} and ${which}
    order by n.id for key share
    on conflict do nothing`.execute(db);
}

/**
 * Deletes notifications that were resolved before the first instant, and those that were written before the second. A critical one is
 * kept until it is resolved.
 */
export async function deleteOldNotifications(
  db: Handle,
  before: { readonly resolved: Date; readonly others: Date },
): Promise<void> {
  await sql`
    delete from store_notifications
    where coalesce(resolved_at, created_at) < ${before.resolved} and (resolved_at is not null or not is_critical)
      and (resolved_at is not null or created_at < ${before.others})`.execute(db);
}
