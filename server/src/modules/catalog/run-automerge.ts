import { randomUUID } from 'node:crypto';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/database.ts';
import { enqueue } from '../../platform/jobs.ts';
import { announce } from '../../api/live.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { countGroups, nextGroups, takeRun, type MergeGroup, type MergeRunRow } from './automerge.queries.ts';
import { mailAutomergeJob, runAutomergeJob } from './catalog.jobs.ts';
import { mergeVariants } from './merge-variants.ts';

const LEASE_MS = 30_000;
const GROUPS_AT_ONCE = 50;

interface Claim {
  readonly run: MergeRunRow;
  readonly token: string;
}

/**
 * Merges group by group, each in a transaction of its own. A worker that takes over after a kill goes on with the groups
 * that are left: those that were merged are groups no more. One that cannot be merged is counted, and the rest goes on.
 */
export async function runAutomerge(ctx: Context, runId: number): Promise<void> {
  const token = randomUUID();
  const now = ctx.clock.now();
  const until = new Date(now.getTime() + LEASE_MS);
  const run = await takeRun(ctx.db, runId, { token, now, until });
  if (run === null) {
    await comeBack(ctx, runId);
    return;
  }
  const claim = { run, token };
  let after = '';
  for (;;) {
    const groups = await nextGroups(ctx.db, run.store_id, after, GROUPS_AT_ONCE);
    const last = groups.at(-1);
    if (last === undefined) break;
    for (const group of groups) {
      const isMerged = await mergeGroup(ctx, claim, group);
      if (!(await countGroup(ctx, claim, isMerged))) return;
    }
    after = last.sku;
  }
  await finish(ctx, claim);
}

/** Another worker has it, or had it and died: look again when its lease has run out. */
async function comeBack(ctx: Context, runId: number): Promise<void> {
  const running = await ctx.db
    .selectFrom('merge_runs')
    .select('lease_until')
    .where('id', '=', runId)
    .where('state', '=', 'running')
    .executeTakeFirst();
  if (running === undefined) return;
  const runAt = new Date((running.lease_until ?? ctx.clock.now()).getTime() + 1000);
  await enqueue(ctx.db, runAutomergeJob, { runId }, { key: `automerge:${String(runId)}`, runAt });
}

async function mergeGroup(ctx: Context, { run }: Claim, group: MergeGroup): Promise<boolean> {
  try {
    await mergeVariants(ctx, {
      storeId: run.store_id,
      variantIds: group.variant_ids,
      quantity: run.is_using_highest_qty ? 'highest' : 'lowest',
      userId: run.user_id,
    });
    return true;
  } catch (error) {
    ctx.log.error({ err: error, run: run.id, sku: group.sku }, 'a group could not be merged');
    return false;
  }
}

/** False: the run is in other hands. */
async function countGroup(ctx: Context, { run, token }: Claim, isMerged: boolean): Promise<boolean> {
  return inTransaction(ctx.db, async (tx) => {
    const counted = await tx
      .updateTable('merge_runs')
      .set((eb) => ({
        done: eb('done', '+', isMerged ? 1 : 0),
        failed: eb('failed', '+', isMerged ? 0 : 1),
        lease_until: new Date(ctx.clock.now().getTime() + LEASE_MS),
      }))
      .where('id', '=', run.id)
      .where('lease_token', '=', token)
      .returning('id')
      .executeTakeFirst();
    if (counted === undefined) return false;
    await announce(tx, run.store_id, 'merges', [run.id]);
    return true;
  });
}

async function finish(ctx: Context, claim: Claim): Promise<void> {
  await inTransaction(ctx.db, (tx) => close(tx, ctx, claim));
}

async function close(tx: Tx, ctx: Context, { run, token }: Claim): Promise<void> {
  const { groups_count: left } = await countGroups(tx, run.store_id);
  const ended = await tx
    .updateTable('merge_runs')
    .set({
      state: left === 0 ? 'done' : 'failed',
      error:
        left === 0
          ? null
          : `${String(left)} of the groups could not be merged. Nothing was lost: start the merge again to try them once more.`,
      finished_at: ctx.clock.now(),
      lease_token: null,
      lease_until: null,
    })
    .where('id', '=', run.id)
    .where('lease_token', '=', token)
    .returning('id')
    .executeTakeFirst();
  if (ended === undefined) return;
  await enqueue(tx, mailAutomergeJob, { runId: run.id });
  await announce(tx, run.store_id, 'merges', [run.id]);
  await announce(tx, run.store_id, 'variants', []);
}

/** The mail to whoever started an automatic merge. */
export async function mailAutomerge(ctx: Context, runId: number): Promise<void> {
  const run = await ctx.db
    .selectFrom('merge_runs as r')
    .innerJoin('stores as s', 's.id', 'r.store_id')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .select(['u.email', 's.name', 's.slug', 'r.done', 'r.failed'])
    .where('r.id', '=', runId)
    .executeTakeFirst();
  if (run === undefined) return;
  const failed =
    run.failed === 0
      ? ''
      : ` ${String(run.failed)} could not be merged; start the merge again to retry them.`;
  await ctx.mail.send({
    to: run.email,
    subject: `Merging in ${run.name} is complete`,
    text: [
      `${String(run.done)} SKUs in ${run.name} now share one quantity over their marketplaces.${failed}`,
      '',
      `See them: ${ctx.settings.publicUrl}/stores/${run.slug}/products`,
    ].join('\n'),
  });
}
