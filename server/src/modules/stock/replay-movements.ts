import type { Context } from '../../context.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { evaluateVariants } from './evaluate-variants.ts';
import { loggedMovement, type LoggedMovement } from './logged-movement.rules.ts';
import { insertMovements } from './movements.queries.ts';
import { chosenLines, lastEpochs, replayable } from './replay-movements.rules.ts';
import { knownCauses, replayTargets, restoreEpochs } from './replay.queries.ts';
import { lockVariants } from './variant-stock.queries.ts';

/** Variants of one transaction. */
const CHUNK = 50;

export interface Replayed {
  /** Movements that the ledger lacked and has again. */
  readonly movements: number;
  /** SKUs that were merged or unmerged since: that cannot be repeated, so their quantity is to be asked. */
  readonly regrouped: readonly number[];
  /** Lines that this version does not know. */
  readonly unreadable: number;
}

/** Records every movement of the recovery log that the ledger lacks, under its own cause: a second time changes nothing. */
export async function replayMovements(ctx: Context, contents: readonly unknown[]): Promise<Replayed> {
  const parsed = contents.map((content) => loggedMovement.safeParse(content));
  const lines = parsed.flatMap(({ data }) => (data === undefined ? [] : [data]));
  const byVariant = new Map<number, LoggedMovement[]>();
  for (const line of lines) byVariant.set(line.variantId, [...(byVariant.get(line.variantId) ?? []), line]);
  const variants = [...byVariant.keys()].sort((one, other) => one - other);
  let movements = 0;
  const regrouped: number[] = [];
  for (let start = 0; start < variants.length; start += CHUNK) {
    const chunk = variants.slice(start, start + CHUNK);
    const done = await inTransaction(ctx.db, async (tx) => {
      await lockVariants(tx, chunk);
      const wanted = chunk.flatMap((id) => byVariant.get(id) ?? []);
      const known = await knownCauses(tx, wanted);
      const targets = await replayTargets(tx, wanted);
      const chosen = chosenLines(wanted, known, targets);
      const at = ctx.clock.now();
      const recorded = await insertMovements(tx, replayable(chosen.lines, targets), at);
      await restoreEpochs(tx, lastEpochs(chosen.lines), at);
      const movementOf = new Map(recorded.map((movement) => [movement.variantId, movement.id]));
      await evaluateVariants(tx, ctx, [...movementOf.keys()], movementOf);
      return { movements: recorded.length, regrouped: chosen.regrouped };
    });
    movements += done.movements;
    regrouped.push(...done.regrouped);
  }
  return { movements, regrouped, unreadable: parsed.length - lines.length };
}
