import { message } from '@evenstock/contract/messages/message';
import { mostUnits } from '@evenstock/contract/catalog/quantity-changes';
import { z } from 'zod';
import { Refusal } from '../../../api/routing.ts';
import type { Context } from '../../../context.ts';
import {
  defineOperation,
  type OperationRecord,
  type RowOutcome,
} from '../../operations/operation-definition.ts';
import { adjustQuantity, type Adjustment } from '../changes/adjust-quantity.ts';
import { findTally } from './tallies.queries.ts';
import { linesToApply, type LineToApply } from './tally-lines.queries.ts';
import { reasonOfTally, tallyCause, type TallyRecord } from './tally.rules.ts';

/** SKUs that are applied before their outcomes are recorded. */
const AT_ONCE = 20;

const params = z.object({
  tally_id: z.number().int(),
  /** SKUs that were not counted are set to 0. */
  is_zeroing: z.boolean(),
  /** The SKUs to process; null: all. */
  only: z.array(z.number().int()).nullable(),
});

const cursor = z.object({
  /** The SKU that was processed last. */
  after: z.number().int(),
});

/**
 * Applies a stock count or a receipt, SKU by SKU. It is idempotent: each SKU has one cause of the tally in the ledger. A SKU that was
 * changed otherwise since it was counted is left as it is.
 */
export const applyTallyOperation = defineOperation({
  kind: 'stock_tally.apply',
  topics: ['variants', 'stock_tallies'],
  params,
  cursor,
  async step(
    ctx,
    operation,
    { params: { tally_id: id, is_zeroing: isZeroing, only }, cursor: kept },
    commit,
  ) {
    const tally = await findTally(ctx.db, operation.storeId, id);
    if (tally === null) return 'done';
    const slice = { after: kept?.after ?? 0, limit: AT_ONCE, only };
    const lines = await linesToApply(ctx.db, id, slice);
    const last = lines.at(-1);
    if (last === undefined) return 'done';
    const rows: RowOutcome[] = [];
    for (const line of lines) {
      if (line.units !== null || isZeroing) rows.push(await applyLine(ctx, operation, tally, line));
    }
    await commit(() => Promise.resolve({ rows, cursor: { after: last.variantId } }));
    return lines.length < AT_ONCE ? 'done' : 'more';
  },
  finish: () => Promise.resolve(),
  retry: (asked, failed) => ({ ...asked, only: failed.map(Number) }),
});

async function applyLine(
  ctx: Context,
  { id: operationId, storeId, userId }: OperationRecord,
  tally: TallyRecord,
  line: LineToApply,
): Promise<RowOutcome> {
  const { variantId } = line;
  const row = {
    key: String(variantId),
    label: line.label,
    subject: { type: 'Variant', id: variantId },
  };
  if (tally.kind === 'count' && line.isCountedElsewhere)
    return { ...row, state: 'failed', reason: message('tallies.counted_elsewhere') };
  const units = unitsOf(tally, line);
  if (Math.abs(typeof units === 'number' ? units : units.counted) > mostUnits)
    return { ...row, state: 'failed', reason: message('tallies.too_many_units', { most: mostUnits }) };
  try {
    await adjustQuantity(ctx, {
      storeId,
      variantId,
      userId,
      units,
      operationId,
      key: tallyCause(tally.key),
      reason: reasonOfTally(tally),
      refuseWithoutSync: true,
    });
    return { ...row, state: 'done', reason: null };
  } catch (error) {
    if (error instanceof Refusal) return { ...row, state: 'failed', reason: error.reason };
    throw error;
  }
}

/** What a line changes. A SKU that was not counted is counted as 0 when the tally is applied. */
function unitsOf(
  { kind, closedAt, createdAt }: TallyRecord,
  { units, at }: LineToApply,
): number | Extract<Adjustment['units'], { readonly counted: number }> {
  if (kind === 'receipt') return units ?? 0;
  return { counted: units ?? 0, at: at ?? closedAt ?? createdAt };
}
