import { deletedStoreDays } from '@evenstock/contract/stores/stores';
import type { Context } from '../../context.ts';
import { eachAlone, stepsAlone } from '../../platform/jobs/each-alone.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { keepLastHash } from '../journal/keep-last-hash.ts';
import { deleteInvitationsBefore } from './members/invitations.queries.ts';
import { FORGOTTEN_AFTER } from './members/invitations.rules.ts';
import { fileKeysOf, purgeStore, storesDeletedBefore } from './purge.queries.ts';
import { deleteReferralMailsBefore } from './referrals/referrals.queries.ts';

const DAY = 24 * 60 * 60_000;
/** How long mailed referrals are kept: longer than their shortest interval. */
export const MAILS_KEPT = 30 * DAY;

/** Purges expired invitations, addresses of mailed referrals, and stores that were deleted 30 days ago. */
export async function purgeExpired(ctx: Context): Promise<void> {
  const now = ctx.clock.now().getTime();
  await stepsAlone(
    { log: ctx.log, task: 'stores.purge_expired' },
    {
      invitations: () => deleteInvitationsBefore(ctx.db, new Date(now - FORGOTTEN_AFTER)),
      referral_mails: () => deleteReferralMailsBefore(ctx.db, new Date(now - MAILS_KEPT)),
      stores: async () =>
        eachAlone(
          { log: ctx.log, task: 'stores.purge_deleted_store' },
          await storesDeletedBefore(ctx.db, new Date(now - deletedStoreDays * DAY)),
          (storeId) => purgeDeleted(ctx, storeId),
        ),
    },
  );
}

async function purgeDeleted(ctx: Context, storeId: number): Promise<void> {
  // Files go first: a run that is killed leaves rows, by which the next one finds them.
  for (const key of await fileKeysOf(ctx.db, storeId)) await ctx.files.remove(key);
  await inTransaction(ctx.db, async (tx) => {
    await keepLastHash(tx, storeId);
    await purgeStore(tx, storeId);
  });
  ctx.log.info({ storeId }, 'Purged a store that was deleted 30 days ago.');
}
