import { bind, type BoundJob } from '../../job-binding.ts';
import { enqueueOn, type Subscription } from '../../subscriptions.ts';
import { mailNotificationJob } from '../journal/journal.jobs.ts';
import { purgeExpired } from './purge-expired.ts';
import { mailDigest, startDigests } from './digests/mail-digests.ts';
import { mailInvitation } from './members/mail-invitation.ts';
import { mailNotification } from './mail-notification.ts';
import { mailTransfer } from './members/mail-transfer.ts';
import { noteReferral } from './referrals/note-referral.ts';
import { mailReferral } from './referrals/refer-friends.ts';
import { purgeMemberships } from './members/remove-member.ts';
import {
  purgeMembershipsJob,
  purgeExpiredJob,
  mailDigestJob,
  mailInvitationJob,
  mailReferralJob,
  mailTransferJob,
  startDigestsJob,
  noteReferralJob,
} from './store/stores.jobs.ts';

export const storesJobs: readonly BoundJob[] = [
  bind(mailInvitationJob, (ctx, { invitationId }) => mailInvitation(ctx, invitationId)),
  bind(mailTransferJob, (ctx, { storeId, transferId }) => mailTransfer(ctx, storeId, transferId)),
  bind(mailReferralJob, (ctx, { storeId, email }) => mailReferral(ctx, storeId, email)),
  bind(noteReferralJob, (ctx, { userId, code }) => noteReferral(ctx, userId, code)),
  bind(mailNotificationJob, mailNotification),
  bind(startDigestsJob, startDigests),
  bind(mailDigestJob, mailDigest),
  bind(purgeExpiredJob, purgeExpired),
  bind(purgeMembershipsJob, (ctx, { userId }) => purgeMemberships(ctx, userId)),
];

export const storesSubscriptions: readonly Subscription[] = [
  enqueueOn('account.registered', noteReferralJob, ({ userId, referralCode }) => ({
    userId,
    code: referralCode,
  })),
  enqueueOn('account.deleted', purgeMembershipsJob, ({ userId }) => ({ userId })),
];
