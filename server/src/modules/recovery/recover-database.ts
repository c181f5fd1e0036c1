import { message } from '@evenstock/contract/messages/message';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Evidence } from '../../platform/logs/recovery-log.ts';
import { after } from '../../platform/time/time-spans.ts';
import { checkActionsAfterRecovery } from '../actions/check-after-recovery.ts';
import { endAllSessions } from '../accounts/end-all-sessions.ts';
import { notify } from '../journal/notify.ts';
import { beginPull } from '../pulls/pulls.ts';
import { holdAfterRecovery } from '../stock/replay/hold-after-recovery.ts';
import { endAllInvitations } from '../stores/members/end-all-invitations.ts';
import { beginGeneration, moveSequencesPast, storesOf, type Standing } from './installation.queries.ts';
import type { RecoveryReason } from './notice.rules.ts';
import { connectedShops } from './shops.queries.ts';

/** More ids than are assigned between two backups. */
const SEQUENCES_FURTHER = 1_000_000;
/** How far the last heartbeat is set back, in milliseconds, so that a process counts as dead. */
const LONG_AGO_MS = 3_600_000;

export interface WentBack {
  readonly reason: RecoveryReason;
  readonly standing: Standing;
  readonly evidence: Evidence;
  /** The highest id that is recorded outside of the database. */
  readonly highestId: number;
  /** Every line of the recovery log was readable. */
  readonly isLogWhole: boolean;
}

/**
 * Begins a new generation of a restored database:
 * - ids are not assigned twice;
 * - everybody signs in again;
 * - unfinished actions are checked before they are called;
 * - every listing is held until it was read and its orders were polled;
 * - the members of each store are notified.
 * @returns the generation
 */
export async function recoverWithin(tx: Tx, ctx: Context, lost: WentBack): Promise<number> {
  const { standing, evidence, reason } = lost;
  const at = ctx.clock.now();
  const generation = Math.max(standing.generation, evidence.state?.generation ?? 0) + 1;
  await beginGeneration(tx, {
    generation,
    reason,
    hasLog:
      lost.isLogWhole && evidence.state !== null && evidence.state.completeSince <= standing.newestMovement,
    keepsLog: ctx.recoveryLog.isKept,
    identity: standing.current,
    committed: evidence.committed,
    seenAt: after(at, -LONG_AGO_MS),
    at,
  });
  await moveSequencesPast(tx, lost.highestId, SEQUENCES_FURTHER);
  await endAllSessions(tx, at);
  await endAllInvitations(tx, at);
  await checkActionsAfterRecovery(tx, at);
  await holdAfterRecovery(tx, ctx, { generation, committed: evidence.committed, at });
  for (const { storeId, marketplaceId } of await connectedShops(tx)) {
    await beginPull(tx, ctx, { storeId, marketplaceId, kind: 'orders', scope: 'poll' });
  }
  for (const storeId of await storesOf(tx)) {
    await notify(tx, {
      storeId,
      kind: 'database_recovered',
      subjectId: generation,
      userId: null,
      title: message('recovery.went_back'),
      paragraphs: [
        message('recovery.shops_wait'),
        message('recovery.orders_come_again'),
        message('recovery.sign_in_again'),
      ],
      place: '/products',
      at,
    });
  }
  return generation;
}
