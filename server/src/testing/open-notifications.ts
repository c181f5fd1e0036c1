import { english, englishParagraph } from '@evenstock/contract/messages/english';
import { sql } from 'kysely';
import type { NotificationTexts } from '../modules/journal/notifications.rules.ts';
import type { TestContext } from './context.ts';

interface OpenNotification {
  readonly kind: string;
  readonly title: string;
  readonly content: string;
  readonly place: string | null;
  readonly userId: number | null;
}

/** A store's notifications that are not resolved, in English, oldest first. */
export async function openNotifications(
  { db }: Pick<TestContext, 'db'>,
  storeId: number,
): Promise<OpenNotification[]> {
  const { rows } = await sql<Omit<OpenNotification, 'title' | 'content'> & NotificationTexts>`
    select kind, title, paragraphs, place, user_id as "userId"
    from store_notifications where store_id = ${storeId} and resolved_at is null order by id`.execute(db);
  return rows.map(({ title, paragraphs, ...row }) => ({
    ...row,
    title: english(title),
    content: paragraphs.map(englishParagraph).join('\n'),
  }));
}
