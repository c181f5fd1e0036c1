import { english, englishParagraph } from '@evenstock/contract/messages/english';
import { sql } from 'kysely';
import { messagesOf, type StoredTexts } from '../modules/journal/notifications.rules.ts';
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
  const { rows } = await sql<Omit<OpenNotification, 'title' | 'content'> & StoredTexts>`
    select kind, title, content, title_message as "titleMessage", paragraphs, place, user_id as "userId"
    from store_notifications where store_id = ${storeId} and resolved_at is null order by id`.execute(db);
  return rows.map((row) => {
    const { title, paragraphs } = messagesOf(row);
    const { kind, place, userId } = row;
    return {
      kind,
      title: english(title),
      content: paragraphs.map(englishParagraph).join('\n'),
      place,
      userId,
    };
  });
}
