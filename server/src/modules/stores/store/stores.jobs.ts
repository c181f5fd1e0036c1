import { z } from 'zod';
import { job } from '../../../platform/jobs/jobs.ts';

const oneUser = z.object({ userId: z.number().int() });

/** Mails an invitation with a new link. */
export const mailInvitationJob = job({
  name: 'stores.mail_invitation',
  payload: z.object({ invitationId: z.number().int() }),
  maxAttempts: 12,
});

/** Mails the other side of an ownership transfer. */
export const mailTransferJob = job({
  name: 'stores.mail_transfer',
  payload: z.object({ storeId: z.number().int(), transferId: z.number().int() }),
  maxAttempts: 12,
});

/** Mails a store's referral link to one address. */
export const mailReferralJob = job({
  name: 'stores.mail_referral',
  payload: z.object({ storeId: z.number().int(), email: z.string() }),
  maxAttempts: 12,
});

/** Records that an account signed up by a store's referral link. */
export const noteReferralJob = job({
  name: 'stores.note_referral',
  payload: z.object({ userId: z.number().int(), code: z.string().nullable() }),
  maxAttempts: 10,
});

/** Deletes the memberships of a deleted account. */
export const purgeMembershipsJob = job({
  name: 'stores.purge_memberships',
  payload: oneUser,
  maxAttempts: 25,
});

/** Every ten minutes, enqueues the digests that are due. */
export const startDigestsJob = job({
  name: 'stores.start_digests',
  payload: z.object({}).loose(),
  maxAttempts: 3,
  cron: '*/10 * * * *',
});

/** Mails a member what is new of a period, in milliseconds since 1970. */
export const mailDigestJob = job({
  name: 'stores.mail_digest',
  payload: z.object({ storeProfileId: z.number().int(), since: z.number().int(), until: z.number().int() }),
  maxAttempts: 12,
});

/** Purges, once a day, expired invitations and stores that were deleted long ago. */
export const purgeExpiredJob = job({
  name: 'stores.purge_expired',
  payload: z.object({}).loose(),
  maxAttempts: 3,
  cron: '23 3 * * *',
});
