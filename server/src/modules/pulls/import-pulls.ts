import { randomUUID } from 'node:crypto';
import type { ChannelFault } from '@evenstock/connectors/kit/errors';
import { announce } from '../../api/live.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { endEarly, reopen, takeOver } from './import-pulls.queries.ts';
import { followFailuresSoon, LEASE_MS, type ClaimedPull } from './pulls.ts';
import { setFailure } from './pulls.queries.ts';
import { failureMessages, waitAfter } from './pulls.rules.ts';

/** Takes over the pull of a first import for one step of its operation, whose lease covers both. Null: the pull has ended. */
export function takeOverImport(ctx: Context, pullId: number): Promise<ClaimedPull | null> {
  const until = new Date(ctx.clock.now().getTime() + LEASE_MS);
  return takeOver(ctx.db, pullId, { token: randomUUID(), until });
}

/** Records an error of the marketplace in the pull's row; the operation decides whether to retry. */
export async function noteFault(ctx: Context, pull: ClaimedPull, fault: ChannelFault): Promise<void> {
  const resumeAt = ctx.clock.now();
  const willRetry = waitAfter(fault, pull.scope, 1) !== null;
  const messages = failureMessages(
    fault,
    { kind: pull.kind, marketplace: pull.marketplace_name, channel: pull.channel },
    willRetry,
  );
  await inTransaction(ctx.db, async (tx) => {
    await setFailure(tx, pull, { failures: pull.failures + 1, messages }, { resumeAt });
    await announce(tx, pull.store_id, 'pulls', [pull.marketplace_id]);
  });
}

/** Ends the pull of a cancelled or failed import. It keeps its cursor, so that it can be continued. */
export async function endImport(
  tx: Tx,
  ctx: Context,
  pullId: number,
  state: 'cancelled' | 'failed',
): Promise<void> {
  const ended = await endEarly(tx, pullId, { state, at: ctx.clock.now() });
  if (ended === null) return;
  if (state === 'failed') await followFailuresSoon(tx, ended.marketplaceId);
  await announce(tx, ended.storeId, 'pulls', [ended.marketplaceId]);
}

/** Resumes the pull of an import that ended early. False: it is gone, or a new import of the marketplace runs. */
export async function reopenImport(tx: Tx, pullId: number): Promise<boolean> {
  const reopened = await reopen(tx, pullId);
  if (reopened === null) return false;
  await announce(tx, reopened.storeId, 'pulls', [reopened.marketplaceId]);
  return true;
}
