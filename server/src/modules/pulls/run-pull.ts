import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { StepOutcome } from '../operations/operation-definition.ts';
import { advancePull, claimPull, failPull, restPull, type ClaimedPull, type TakenPage } from './pulls.ts';

/**
 * Opens the transaction of a page; `work` calls `advance` in it, once.
 * @returns whether the next page may be read; false once the end of the pull was requested
 * @throws PullLost where another worker has the lease; the transaction is rolled back
 */
export type CommitPage = (
  work: (tx: Tx, advance: (page: TakenPage) => Promise<void>) => Promise<void>,
) => Promise<boolean>;

/** Reads the next pages of a pull, outside of a transaction. `rest`: the marketplace prepares a report. */
export type ReadPages = (ctx: Context, pull: ClaimedPull, commit: CommitPage) => Promise<StepOutcome>;

/**
 * Runs a pull from its cursor. Committed pages survive a killed worker; the page under way is read again.
 * @throws any error but a ChannelError, after releasing the lease
 */
export async function runPull(ctx: Context, pullId: number, readPages: ReadPages): Promise<void> {
  const pull = await claimPull(ctx, pullId);
  if (pull === null) return;
  try {
    const outcome = await readPages(ctx, pull, async (work) => {
      await inTransaction(ctx.db, (tx) => work(tx, (page) => advancePull(tx, ctx, pull, page)));
      return true;
    });
    if (outcome !== 'done') await restPull(ctx, pull, outcome === 'more' ? 0 : outcome.rest);
  } catch (error) {
    await failPull(ctx, pull, error);
  }
}
