import type { Context } from '../../../context.ts';
import { pagesAlone, togetherOrEach } from '../../../platform/jobs/each-alone.ts';
import { announce } from '../../../api/live.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { evaluateVariants } from '../ledger/evaluate-variants.ts';
import { variantsKeptBack, variantsWithLastUnitsFor } from './safety.queries.ts';

/** SKUs of one transaction. */
const CHUNK = 50;

/**
 * Evaluates the listings of a marketplace after its safety stock changed, or those of a store that keep units back after that was
 * switched. Whatever evaluated one of them since has used the new number already; a run that was killed begins again.
 */
export async function applySafety(
  ctx: Context,
  whose: { readonly storeId: number; readonly marketplaceId: number | null },
): Promise<void> {
  await evaluateInChunks(ctx, whose.storeId, await variantsKeptBack(ctx.db, whose));
}

/**
 * Evaluates the SKUs whose last units are kept for a marketplace, after it was deactivated or authorised: they count, or do not any
 * more. Repeating it changes nothing.
 */
export async function applyLastUnits(
  ctx: Context,
  { storeId, marketplaceId }: { readonly storeId: number; readonly marketplaceId: number },
): Promise<void> {
  const variants = await variantsWithLastUnitsFor(ctx.db, marketplaceId);
  if (variants.length > 0) await evaluateInChunks(ctx, storeId, variants);
}

async function evaluateInChunks(ctx: Context, storeId: number, variants: readonly number[]): Promise<void> {
  const of = { log: ctx.log, task: 'stock.apply_safety_stock' };
  try {
    await pagesAlone(
      (last: number | null) => {
        const start = last === null ? 0 : variants.indexOf(last) + 1;
        return Promise.resolve(variants.slice(start, start + CHUNK));
      },
      (page) =>
        togetherOrEach(of, page, (ids) =>
          inTransaction(ctx.db, (tx) => evaluateVariants(tx, ctx, ids), { hotPath: true }),
        ),
    );
  } finally {
    await inTransaction(ctx.db, (tx) => announce(tx, storeId, 'variants', []));
  }
}
