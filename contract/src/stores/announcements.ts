import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { empty, id, instant, listOf, none, paging, recordId } from '../api/fields.ts';
import { fault } from '../messages/message.ts';

/** Announcements of one page. */
export const announcementsPageSize = 5;
export const longestAnnouncement = { title: 200, content: 5_000 } as const;

/** An announcement of the platform admins to every store. */
export const announcement = z.object({
  id,
  title: z.string(),
  /** HTML of paragraphs and lists alone; what was typed is escaped. */
  formatted_content: z.string(),
  created_at: instant,
});
export type Announcement = z.infer<typeof announcement>;

const newestFirst = z.literal(['created_at desc', 'created_at DESC']);

export const listAnnouncements = endpoint({
  name: 'listAnnouncements',
  summary: 'What platform admins tell every store, newest first',
  method: 'GET',
  path: '/api/announcements.json',
  params: none,
  query: z.object({
    ...paging,
    s: newestFirst.optional(),
    q: z.object({ s: newestFirst.optional() }).strict().optional(),
  }),
  body: none,
  reply: listOf('announcements', announcement),
  permission: 'signed_in',
  audit: null,
});

export const createAnnouncement = endpoint({
  name: 'createAnnouncement',
  summary: 'Tell every store something. Lines are paragraphs; lines that begin with a dash are a list',
  method: 'POST',
  path: '/api/announcements.json',
  params: none,
  query: none,
  body: z.object({
    announcement: z.object({
      title: z
        .string(fault('stores.title_required'))
        .trim()
        .min(1, fault('stores.title_required'))
        .max(longestAnnouncement.title),
      content: z
        .string(fault('stores.content_required'))
        .trim()
        .min(1, fault('stores.content_required'))
        .max(longestAnnouncement.content),
    }),
  }),
  reply: z.object({ announcement }),
  permission: 'platform.operate',
  audit: 'announcement.create',
});

export const deleteAnnouncement = endpoint({
  name: 'deleteAnnouncement',
  summary: 'Take an announcement back',
  method: 'DELETE',
  path: '/api/announcements/:announcementId.json',
  params: z.object({ announcementId: recordId }),
  query: none,
  body: none,
  reply: empty,
  permission: 'platform.operate',
  audit: 'announcement.delete',
});
