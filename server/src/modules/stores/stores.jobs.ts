import { z } from 'zod';
import { job } from '../../platform/jobs.ts';

const oneUser = z.object({ userId: z.number().int() });

/** Mails an invitation with a new link. */
export const mailInvitationJob = job({
  name: 'stores.mail_invitation',
  payload: z.object({ invitationId: z.number().int() }),
  maxAttempts: 12,
});

/** Tells the other side how an ownership transfer stands. */
export const mailTransferJob = job({
  name: 'stores.mail_transfer',
  payload: z.object({ storeId: z.number().int(), transferId: z.number().int() }),
  maxAttempts: 12,
});

/** Tells one address of Evenstock, in a store's name. */
export const mailReferralJob = job({
  name: 'stores.mail_referral',
  payload: z.object({ storeId: z.number().int(), email: z.string() }),
  maxAttempts: 12,
});

/** An account signed up by a store's referral link. */
export const noteReferralJob = job({
  name: 'stores.note_referral',
  payload: z.object({ userId: z.number().int(), code: z.string().nullable() }),
  maxAttempts: 10,
});

/** An account is gone: so are its memberships. */
export const forgetMemberJob = job({ name: 'stores.forget_member', payload: oneUser, maxAttempts: 25 });

/** Once a day: what nobody accepted, and stores that were deleted long ago, are removed for good. */
export const forgetOldJob = job({
  name: 'stores.forget_old',
  payload: z.object({}).loose(),
  maxAttempts: 3,
  cron: '23 3 * * *',
});
