import type { OperationState } from '@evenstock/contract/operations/operations';
import type { Context } from '../../context.ts';
import { requireOperation } from './show-operation.ts';

const LONGEST_WAIT_MS = 25_000;
const LOOK_EVERY_MS = 250;

/**
 * Waits for the end of an operation, 25 s at most.
 * @returns its outcome; null while it runs
 * @throws Refusal 404
 */
export async function awaitOperation(
  ctx: Context,
  storeId: number,
  id: number,
): Promise<OperationState | null> {
  const until = ctx.clock.now().getTime() + LONGEST_WAIT_MS;
  for (;;) {
    const { state, finishedAt } = await requireOperation(ctx.db, storeId, id);
    if (finishedAt !== null) return state;
    if (ctx.clock.now().getTime() >= until) return null;
    await ctx.clock.sleep(LOOK_EVERY_MS);
  }
}
