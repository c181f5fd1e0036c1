import { movementMessages } from '@evenstock/contract/messages/catalog/movements';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { evaluateVariants } from '../ledger/evaluate-variants.ts';
import { loggedMovement, remainderCause, type LoggedMovement } from '../ledger/logged-movement.rules.ts';
import type { NewMovement } from '../ledger/movement.ts';
import { insertMovements } from '../ledger/movements.queries.ts';
import type { RecordedMovement } from '../protocol/recorded-movement.ts';
import { chosenLines, groupedByMerges, lastEpochs, replayable } from './replay-movements.rules.ts';
import { knownCauses, quantitiesMergedAway, replayTargets, restoreEpochs } from './replay.queries.ts';
import { lockVariants } from '../ledger/variant-stock.queries.ts';

/** The size of a transaction, in variants; variants that merges join stay together, so it may be larger. */
const CHUNK = 50;

export interface Replayed {
  /** Movements that the ledger lacked and has again. */
  readonly movements: number;
  /** SKUs that were unmerged since, or whose merge cannot be repeated: their quantity is to be asked. */
  readonly regrouped: readonly number[];
  /** Lines that this version does not know. */
  readonly unreadable: number;
}

/**
 * Records every movement of the recovery log that the ledger lacks, under its own cause, and repeats the merges: a second time changes
 * nothing.
 */
export async function replayMovements(ctx: Context, contents: readonly unknown[]): Promise<Replayed> {
  const parsed = contents.map((content) => loggedMovement.safeParse(content));
  const lines = parsed.flatMap(({ data }) => (data === undefined ? [] : [data]));
  const byVariant = new Map<number, LoggedMovement[]>();
  for (const line of lines) byVariant.set(line.variantId, [...(byVariant.get(line.variantId) ?? []), line]);
  let movements = 0;
  const regrouped: number[] = [];
  for (const variantIds of chunked(groupedByMerges(lines))) {
    const wanted = variantIds
      .flatMap((id) => byVariant.get(id) ?? [])
      .sort((one, other) => one.id - other.id);
    const done = await inTransaction(ctx.db, (tx) => replay(tx, ctx, variantIds, wanted));
    movements += done.movements;
    regrouped.push(...done.regrouped);
  }
  return { movements, regrouped, unreadable: parsed.length - lines.length };
}

function chunked(groups: readonly (readonly number[])[]): number[][] {
  const chunks: number[][] = [];
  for (const group of groups) {
    const last = chunks.at(-1);
    if (last === undefined || last.length >= CHUNK) chunks.push([...group]);
    else last.push(...group);
  }
  return chunks;
}

async function replay(
  tx: Tx,
  ctx: Context,
  variantIds: readonly number[],
  wanted: readonly LoggedMovement[],
): Promise<Omit<Replayed, 'unreadable'>> {
  await lockVariants(tx, variantIds);
  const targets = await replayTargets(tx, wanted);
  const chosen = chosenLines(wanted, await knownCauses(tx, wanted), targets);
  const at = ctx.clock.now();
  const recorded = await insertMovements(tx, replayable(chosen.lines, targets), at);
  await restoreEpochs(tx, lastEpochs(chosen.lines), at);
  for (const merge of chosen.merges) await ctx.repeatMerge(tx, merge, at);
  const sources = chosen.merges.flatMap((merge) => merge.sources);
  const moved = await moveRemainders(tx, sources, at);
  const movementOf = new Map([...recorded, ...moved].map((movement) => [movement.variantId, movement.id]));
  await evaluateVariants(tx, ctx, [...movementOf.keys()], movementOf);
  return { movements: recorded.length, regrouped: chosen.regrouped };
}

/**
 * Moves the remainder of SKUs that were merged away to the surviving SKU. The backup lacks orders from before the merge, so the logged
 * merge does not take these SKUs to 0; the same orders are imported again at the survivor.
 */
async function moveRemainders(tx: Tx, sources: readonly number[], at: Date): Promise<RecordedMovement[]> {
  const left = sources.length === 0 ? [] : await quantitiesMergedAway(tx, sources);
  const movements = left.flatMap(({ id, storeId, survivorId, quantity }): NewMovement[] => {
    const entry = {
      storeId,
      source: { type: 'User', userId: null },
      action: movementMessages.merge,
      cause: remainderCause(id),
    } as const;
    return [
      { ...entry, variantId: id, adjustment: -quantity },
      { ...entry, variantId: survivorId, adjustment: quantity },
    ];
  });
  return movements.length === 0 ? [] : insertMovements(tx, movements, at);
}
