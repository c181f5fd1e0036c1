import { sql } from 'kysely';
import type { Handle, Tx } from '../../platform/database.ts';

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
