import { sql } from 'kysely';
import type { Handle, Tx } from '../../../platform/database/database.ts';

/** The current announcement. */
export async function findAnnouncement(
  db: Handle,
  now: Date,
): Promise<{ line_1: string; line_2: string } | null> {
  const { rows } = await sql<{ line_1: string; line_2: string }>`
    select line_1, line_2 from banner_announcements
    where starts_at <= ${now} and (ends_at is null or ends_at > ${now})
    order by starts_at desc, id desc limit 1`.execute(db);
  return rows[0] ?? null;
}

/** Ends current and future announcements. */
export async function endAnnouncements(tx: Tx, now: Date): Promise<void> {
  await tx
    .updateTable('banner_announcements')
    .set({ ends_at: now })
    .where((either) => either.or([either('ends_at', 'is', null), either('ends_at', '>', now)]))
    .execute();
}

/** Adds an announcement that begins at an instant. */
export async function insertAnnouncement(
  tx: Tx,
  lines: { readonly line_1: string; readonly line_2: string },
  startsAt: Date,
): Promise<void> {
  await tx
    .insertInto('banner_announcements')
    .values({ ...lines, starts_at: startsAt })
    .execute();
}

export interface AnnouncementRow {
  readonly id: number;
  readonly title: string;
  readonly content: string;
  readonly created_at: Date;
}

/** Announcements of the platform admins to every store, newest first. */
export async function readAnnouncements(
  db: Handle,
  { offset, perPage }: { readonly offset: number; readonly perPage: number },
): Promise<{ readonly announcements: readonly AnnouncementRow[]; readonly totalCount: number }> {
  const { rows } = await sql<AnnouncementRow>`
    select id, title, content, created_at from announcements
    order by created_at desc, id desc limit ${perPage} offset ${offset}`.execute(db);
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::integer as count from announcements`.execute(db);
  return { announcements: rows, totalCount: counted[0]?.count ?? 0 };
}

/** Keeps the announcements, which every store shows. */
export async function addAnnouncement(
  tx: Tx,
  announcement: { readonly title: string; readonly content: string; readonly userId: number },
  at: Date,
): Promise<AnnouncementRow> {
  const { title, content, userId } = announcement;
  return tx
    .insertInto('announcements')
    .values({ title, content, user_id: userId, created_at: at })
    .returning(['id', 'title', 'content', 'created_at'])
    .executeTakeFirstOrThrow();
}

/** @returns false where it is not there */
export async function removeAnnouncement(tx: Tx, id: number): Promise<boolean> {
  const gone = await tx.deleteFrom('announcements').where('id', '=', id).returning('id').execute();
  return gone.length > 0;
}
