import { z } from 'zod';
import { id, instant } from '../api/fields.ts';
import { saidMessage } from '../messages/message.ts';

/** A notification of a store, as one member sees it. */
export const storeNotification = z.object({
  id,
  title: z.string(),
  /** HTML made of paragraphs of plain text. */
  formatted_content: z.string(),
  /** `title` with its code. Older servers omit it and `paragraphs`. */
  title_message: saidMessage.optional(),
  /** `formatted_content` with its codes: each paragraph is made of messages that follow one another. */
  paragraphs: z.array(z.array(saidMessage)).optional(),
  created_at: instant,
  is_read: z.boolean(),
  /** Something does not work until somebody sees to it. */
  is_critical: z.boolean(),
  /** A path of the web. */
  link: z.string().nullable(),
});
export type StoreNotification = z.infer<typeof storeNotification>;

/** Number of notifications that a store profile includes. */
export const notificationsInProfile = 5;
/** Notifications on a page unless asked otherwise. */
export const notificationsPageSize = 50;
