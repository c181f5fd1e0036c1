import { message } from '@evenstock/contract/messages/message';
import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { enqueue } from '../../../platform/jobs/jobs.ts';
import { announce } from '../../../api/live.ts';
import { Refusal } from '../../../api/routing.ts';
import { mailPerson } from '../../journal/mail-person.ts';
import {
  defineOperation,
  type Commit,
  type OperationRecord,
  type RowOutcome,
} from '../../operations/operation-definition.ts';
import { nextGroups, readMergeMail, type MergeGroup } from './automerge.queries.ts';
import { mailMergeJob } from '../variants/catalog.jobs.ts';
import { mergeVariantsWithin, type Merge } from './merge-variants.ts';

const GROUPS_AT_ONCE = 50;
/** Maximum number of attempts of a group after internal errors; then it is recorded as a failed row. */
const TRIES = 3;

const params = z.object({
  is_using_highest_qty: z.boolean(),
  /** Null: every code that several SKUs have. */
  skus: z.array(z.string()).nullable(),
  /** The SKUs that are merged of each code; null: all that have it. */
  among: z.array(z.number().int()).nullable().default(null),
});
const cursor = z.object({ after: z.string() });

/**
 * Merges SKUs of one code, group by group. Each group has one transaction with its outcome; a group that cannot be merged is
 * a failed row, and the others continue.
 */
export const automergeOperation = defineOperation({
  kind: 'variant.automerge',
  topics: ['merges'],
  params,
  cursor,
  async step(ctx, operation, kept, commit) {
    const { skus, among, is_using_highest_qty: useHighest } = kept.params;
    const after = kept.cursor?.after ?? '';
    const groups = await nextGroups(ctx.db, operation.storeId, after, GROUPS_AT_ONCE, { skus, among });
    for (const [place, group] of groups.entries()) {
      const merge: Merge = {
        storeId: operation.storeId,
        variantIds: group.variant_ids,
        quantity: useHighest ? 'highest' : 'lowest',
        userId: operation.userId,
      };
      // Consecutive failures are those of the first group; later ones were not tried before.
      const isLastTry = place === 0 && operation.failures >= TRIES;
      if (!(await mergeGroup(ctx, { group, merge, isLastTry, operation }, commit))) return 'more';
    }
    return groups.length < GROUPS_AT_ONCE ? 'done' : 'more';
  },
  async finish(tx, _ctx, { id, storeId }, end) {
    if (end === 'done') await enqueue(tx, mailMergeJob, { operationId: id });
    await announce(tx, storeId, 'variants', []);
  },
  retry: ({ is_using_highest_qty, among }, skus) => ({ is_using_highest_qty, among, skus: [...skus] }),
});

interface GroupToMerge {
  readonly group: MergeGroup;
  readonly merge: Merge;
  readonly isLastTry: boolean;
  readonly operation: OperationRecord;
}

/** @returns whether the step may continue */
async function mergeGroup(
  ctx: Context,
  { group: { sku }, merge, isLastTry, operation }: GroupToMerge,
  commit: Commit<z.input<typeof cursor>>,
): Promise<boolean> {
  const row = { key: sku, label: sku, subject: null, reason: null };
  const keep = (outcome: RowOutcome) => ({ rows: [outcome], cursor: { after: sku } });
  try {
    return await commit(async (tx) => {
      const merged = await mergeVariantsWithin(tx, ctx, merge);
      return keep(
        merged === null
          ? { ...row, state: 'skipped', reason: message('catalog.merge_alone') }
          : { ...row, state: 'done', subject: { type: 'Variant', id: merged.variantId } },
      );
    });
  } catch (error) {
    if (error instanceof Refusal) {
      const { reason } = error;
      return commit(() => Promise.resolve(keep({ ...row, state: 'failed', reason })));
    }
    if (!isLastTry) throw error;
    ctx.log.error({ err: error, operation: operation.id, sku }, 'A group of SKUs could not be merged.');
    const reason = message('catalog.merge_internal');
    return commit(() => Promise.resolve(keep({ ...row, state: 'failed', reason })));
  }
}

/** Mails the person who started an automatic merge. */
export async function mailMerge(ctx: Context, operationId: number): Promise<void> {
  const merge = await readMergeMail(ctx.db, operationId);
  if (merge === null) return;
  const { email, name: store, slug, done, failed } = merge;
  const merged = message('mails.merged', { skus: done, store });
  await mailPerson(
    ctx,
    { to: email },
    {
      subject: message('mails.merged_subject', { store }),
      paragraphs: [failed === 0 ? merged : [merged, message('mails.merged_failed', { skus: failed })]],
      action: {
        label: message('mails.merged_action'),
        url: `${ctx.settings.publicUrl}/stores/${slug}/products`,
      },
    },
  );
}
