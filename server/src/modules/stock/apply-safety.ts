import type { Context } from '../../context.ts';
import { announce } from '../../api/live.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { evaluateVariants } from './evaluate-variants.ts';
import { variantsKeptBack } from './safety.queries.ts';

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
  const variants = await variantsKeptBack(ctx.db, whose);
  for (let start = 0; start < variants.length; start += CHUNK) {
    const chunk = variants.slice(start, start + CHUNK);
    await inTransaction(ctx.db, (tx) => evaluateVariants(tx, ctx, chunk), { hotPath: true });
  }
  await inTransaction(ctx.db, (tx) => announce(tx, whose.storeId, 'variants', []));
}
