import type {
  Announcement,
  createAnnouncement as createEndpoint,
  deleteAnnouncement as deleteEndpoint,
  listAnnouncements as listEndpoint,
} from '@evenstock/contract/stores/announcements';
import { announcementsPageSize } from '@evenstock/contract/stores/announcements';
import type { CallReply } from '@evenstock/contract/api/endpoint';
import { pageOf } from '../../../api/page-request.ts';
import { notFound, type Call } from '../../../api/routing.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { recordActivity } from '../../journal/record-activity.ts';
import { announcementHtml } from './announcement-html.rules.ts';
import {
  addAnnouncement,
  readAnnouncements,
  removeAnnouncement,
  type AnnouncementRow,
} from './announcements.queries.ts';

const described = ({ id, title, content, created_at: at }: AnnouncementRow): Announcement => ({
  id,
  title,
  formatted_content: announcementHtml(content),
  created_at: at.toISOString(),
});

/** Announcements of the platform admins to every store, newest first. */
export async function listAnnouncements({
  ctx,
  query,
}: Call<typeof listEndpoint>): Promise<CallReply<typeof listEndpoint>> {
  const page = pageOf({ ...query, per_page: query.per_page ?? announcementsPageSize });
  const { announcements, totalCount } = await readAnnouncements(ctx.db, page);
  return {
    announcements: announcements.map(described),
    total_count: totalCount,
    page: page.page,
    per_page: page.perPage,
  };
}

/** Announces something to every store. */
export async function createAnnouncement({
  ctx,
  actor,
  body,
}: Call<typeof createEndpoint>): Promise<CallReply<typeof createEndpoint>> {
  const at = ctx.clock.now();
  const announcement = await inTransaction(ctx.db, async (tx) => {
    const added = await addAnnouncement(tx, { ...body.announcement, userId: actor.userId }, at);
    await recordActivity(tx, {
      storeId: null,
      key: 'announcement.create',
      actor: { type: 'User', id: actor.userId },
      recipient: { type: 'Announcement', id: added.id },
      at,
    });
    return added;
  });
  return { announcement: described(announcement) };
}

/** Takes an announcement back. @throws Refusal 404 */
export async function deleteAnnouncement({
  ctx,
  actor,
  params,
}: Call<typeof deleteEndpoint>): Promise<CallReply<typeof deleteEndpoint>> {
  const { announcementId: id } = params;
  await inTransaction(ctx.db, async (tx) => {
    if (!(await removeAnnouncement(tx, id))) throw notFound('announcement');
    await recordActivity(tx, {
      storeId: null,
      key: 'announcement.delete',
      actor: { type: 'User', id: actor.userId },
      recipient: { type: 'Announcement', id },
      at: ctx.clock.now(),
    });
  });
  return {};
}
