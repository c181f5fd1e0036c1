import { z } from 'zod';
import type { Context } from '../../context.ts';
import { enqueue } from '../../platform/jobs.ts';
import { announce } from '../../api/live.ts';
import { Refusal } from '../../api/routing.ts';
import {
  defineOperation,
  type Commit,
  type OperationRecord,
  type RowOutcome,
} from '../operations/operation-definition.ts';
import { nextGroups, readMergeMail, type MergeGroup } from './automerge.queries.ts';
import { mailMergeJob } from './catalog.jobs.ts';
import { mergeVariantsWithin, type Merge } from './merge-variants.ts';

const GROUPS_AT_ONCE = 50;
/** So often the job queue tries a group again that fails by a fault of ours; then it is set aside as failed. */
const TRIES = 3;

const params = z.object({
  is_using_highest_qty: z.boolean(),
  /** Null: every code that SKUs share. */
  skus: z.array(z.string()).nullable(),
  /** The row of the earlier table that it was moved from. */
  merge_run: z.number().int().optional(),
});
const cursor = z.object({ after: z.string() });

/**
 * Merges all SKUs of the same code, group by group, each in a transaction with its outcome. A group that cannot be merged is a failed
 * row, and the rest goes on.
 */
export const automergeOperation = defineOperation({
  kind: 'variant.automerge',
  topics: ['merges'],
  params,
  cursor,
  async step(ctx, operation, kept, commit) {
    const { skus, is_using_highest_qty: useHighest } = kept.params;
    const after = kept.cursor?.after ?? '';
    const groups = await nextGroups(ctx.db, operation.storeId, after, GROUPS_AT_ONCE, skus);
    for (const [place, group] of groups.entries()) {
      const merge: Merge = {
        storeId: operation.storeId,
        variantIds: group.variant_ids,
        quantity: useHighest ? 'highest' : 'lowest',
        userId: operation.userId,
      };
      // Groups after the first were not tried before: what failed in a row is the first one's.
      const isLastTry = place === 0 && operation.failures >= TRIES;
      if (!(await mergeGroup(ctx, { group, merge, isLastTry, operation }, commit))) return 'more';
    }
    return groups.length < GROUPS_AT_ONCE ? 'done' : 'more';
  },
  async finish(tx, _ctx, { id, storeId }, end) {
    if (end === 'done') await enqueue(tx, mailMergeJob, { operationId: id });
    await announce(tx, storeId, 'variants', []);
  },
  retry: ({ is_using_highest_qty }, skus) => ({ is_using_highest_qty, skus: [...skus] }),
  words: (code, values) =>
    code === 'alone'
      ? 'Fewer than two of its SKUs were left: there was nothing to merge.'
      : code === 'refused'
        ? String(values['reason'])
        : 'Something went wrong on our side. Nothing was changed: try it again.',
});

interface GroupToMerge {
  readonly group: MergeGroup;
  readonly merge: Merge;
  readonly isLastTry: boolean;
  readonly operation: OperationRecord;
}

/** @returns whether the step may go on */
async function mergeGroup(
  ctx: Context,
  { group: { sku }, merge, isLastTry, operation }: GroupToMerge,
  commit: Commit<z.input<typeof cursor>>,
): Promise<boolean> {
  const row = { key: sku, label: sku, subject: null, code: null, values: {} };
  const keep = (outcome: RowOutcome) => ({ rows: [outcome], cursor: { after: sku } });
  try {
    return await commit(async (tx) => {
      const survivor = await mergeVariantsWithin(tx, ctx, merge);
      return keep(
        survivor === null
          ? { ...row, state: 'skipped', code: 'alone' }
          : { ...row, state: 'done', subject: { type: 'Variant', id: survivor } },
      );
    });
  } catch (error) {
    if (error instanceof Refusal) {
      const values = { reason: error.message };
      return commit(() => Promise.resolve(keep({ ...row, state: 'failed', code: 'refused', values })));
    }
    if (!isLastTry) throw error;
    ctx.log.error({ err: error, operation: operation.id, sku }, 'a group could not be merged');
    return commit(() => Promise.resolve(keep({ ...row, state: 'failed', code: 'internal' })));
  }
}

/** The mail to whoever started an automatic merge. */
export async function mailMerge(ctx: Context, operationId: number): Promise<void> {
  const merge = await readMergeMail(ctx.db, operationId);
  if (merge === null) return;
  const failed =
    merge.failed === 0
      ? ''
      : ` ${String(merge.failed)} could not be merged; start the merge again to retry them.`;
  await ctx.mail.send({
    to: merge.email,
    subject: `Merging in ${merge.name} is complete`,
    text: [
      `${String(merge.done)} SKUs in ${merge.name} now share one quantity over their marketplaces.${failed}`,
      '',
      `See them: ${ctx.settings.publicUrl}/stores/${merge.slug}/products`,
    ].join('\n'),
  });
}
