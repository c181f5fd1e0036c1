import { message } from '@evenstock/contract/messages/message';
import type { Context } from '../../context.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { findNotification } from '../journal/find-notification.ts';
import { mailNotificationJob } from '../journal/journal.jobs.ts';
import { mailPerson } from '../journal/mail-person.ts';
import { findMailRecipients } from './members/find-mail-recipients.ts';

/**
 * Mails a notification to a store's owner and admins, where the store wants such mails and it is not resolved by
 * then. Each gets it by a job of their own, so that a mail that cannot be sent repeats no other.
 * @param userId null: enqueues the job of each
 */
export async function mailNotification(
  ctx: Context,
  { notificationId, userId }: { readonly notificationId: number; readonly userId: number | null },
): Promise<void> {
  const notification = await findNotification(ctx, notificationId);
  if (notification === null) return;
  const store = await findMailRecipients(ctx, notification.storeId, 'send_email_notifications');
  if (store === null) return;
  if (userId === null) {
    for (const recipient of store.recipients) {
      const key = `mail-notification:${String(notificationId)}:${String(recipient.userId)}`;
      await enqueue(ctx.db, mailNotificationJob, { notificationId, userId: recipient.userId }, { key });
    }
    return;
  }
  const to = store.recipients.find((recipient) => recipient.userId === userId)?.email;
  if (to === undefined) return;
  await mailPerson(
    ctx,
    { to },
    {
      subject: notification.title,
      paragraphs: notification.paragraphs,
      action: {
        label: message('mails.notification_action'),
        url: `${ctx.settings.publicUrl}/stores/${store.slug}${notification.place ?? ''}`,
      },
      closing: [message('mails.sent_by_switch', { store: store.name })],
    },
  );
}
