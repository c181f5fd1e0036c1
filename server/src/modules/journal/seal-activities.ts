import type { Context } from '../../context.ts';
import { after } from '../../platform/time/time-spans.ts';
import { eachAlone, stepsAlone } from '../../platform/jobs/each-alone.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import type { NotedSeal } from '../../platform/logs/seal-notes.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { sealActivitiesJob } from './journal.jobs.ts';
import {
  currentGeneration,
  sealBatch,
  seenButMissing,
  storesWithUnsealed,
  tryLockSeals,
} from './seals.queries.ts';

/** Number of entries of a batch: some megabytes of hashes. */
const BATCH = 10_000;
const AGAIN_MS = 30_000;

/** Seals now and half a minute later, so that no entry waits for a whole minute. */
export async function sealEveryHalfMinute(
  ctx: Context,
  { isRepeated }: { readonly isRepeated: boolean },
): Promise<void> {
  if (!isRepeated)
    await enqueue(
      ctx.db,
      sealActivitiesJob,
      { isRepeated: true },
      { runAt: after(ctx.clock.now(), AGAIN_MS), key: `${sealActivitiesJob.name}.again` },
    );
  await sealActivities(ctx);
}

/**
 * Seals the activities that wait, each store's by one writer at a time, and notes the newest seals in the log and outside of the
 * database. It does nothing while it is unclear whether the database was restored.
 */
async function sealActivities(ctx: Context): Promise<void> {
  const { seals } = ctx.recoveryLog;
  const chain = await ctx.generation.agree(ctx);
  if (chain === null) return;
  // A chain that was cut off continues with numbers that are noted already, so missing seals are noted before they are overwritten.
  const ofThisChain = (await seals.noted()).filter((seal) => seal.chain === chain);
  const missed = await seenButMissing(ctx.db, ofThisChain);
  const newest: NotedSeal[] = [];
  const sealAll = async (): Promise<void> =>
    eachAlone(
      { log: ctx.log, task: 'journal.seal_activities_of_store' },
      (await storesWithUnsealed(ctx.db)).map((storeId) => ({ id: storeId ?? 0, storeId })),
      async ({ storeId }) => {
        const seal = await sealStore(ctx, storeId, chain);
        if (seal !== null) newest.push(seal);
      },
    );
  await stepsAlone(
    { log: ctx.log, task: 'journal.seal_activities' },
    { seal: sealAll, note: () => noteSeals(ctx, newest, missed) },
  );
}

/** Notes the newest seals outside of the database and in the log. */
async function noteSeals(
  ctx: Context,
  newest: readonly NotedSeal[],
  missed: readonly NotedSeal[],
): Promise<void> {
  const { seals } = ctx.recoveryLog;
  if (newest.length === 0 && missed.length === 0) return;
  await seals.note({ newest, missed }, ctx.clock.now());
  for (const seal of missed)
    ctx.log.error(seal, 'a seal of activities is gone from the database: run npm run verify-activities');
  for (const seal of newest) ctx.log.info(seal, 'activities were sealed');
}

/** @returns the newest seal of the store; null where nothing was sealed */
async function sealStore(ctx: Context, storeId: number | null, chain: number): Promise<NotedSeal | null> {
  let newest: NotedSeal | null = null;
  for (;;) {
    const sealed = await inTransaction(ctx.db, async (tx) => {
      if (!(await tryLockSeals(tx, storeId))) return null;
      if ((await currentGeneration(tx)) !== chain) return null;
      return sealBatch(tx, { storeId, chain, size: BATCH, at: ctx.clock.now() });
    });
    if (sealed === null) return newest;
    newest = sealed.seal;
    if (sealed.isAfterRestore)
      ctx.log.warn(newest, 'a backup was restored: a new chain of seals begins where the backup ends');
  }
}
