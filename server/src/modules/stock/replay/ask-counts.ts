import { message } from '@evenstock/contract/messages/message';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { notify, resolveNotifications } from '../../journal/notify.ts';
import { askBeforeReads, skusToCount } from '../ledger/recovery-counts.queries.ts';

/** At most this many SKUs are named in a notification; the page behind it lists all. */
const NAMED = 10;

/** Asks members for the quantities of SKUs that were merged or unmerged after the backup. */
export async function askRegrouped(
  ctx: Context,
  generation: number,
  variantIds: readonly number[],
): Promise<void> {
  if (variantIds.length === 0) return;
  await inTransaction(ctx.db, (tx) => askBeforeReads(tx, variantIds, generation, ctx.clock.now()));
}

/** Notifies a store's members of the SKUs that are to be counted, and resolves the notification when there are none. */
export async function followCounts(tx: Tx, storeId: number, at: Date): Promise<void> {
  const asked = await skusToCount(tx, storeId, NAMED);
  const cause = { storeId, subjectId: 0 };
  await resolveNotifications(tx, { ...cause, kinds: ['counts_needed'], at });
  if (asked === null) return;
  await notify(tx, {
    ...cause,
    kind: 'counts_needed',
    userId: null,
    title: message('recovery.counts_needed', { count: asked.total }),
    paragraphs: [
      message('recovery.count_why'),
      message('recovery.skus_named', { skus: asked.skus.join(', ') }),
    ],
    place: '/products/counts',
    at,
  });
}
