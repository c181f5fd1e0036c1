import { message } from '@evenstock/contract/messages/message';
import type { Context } from '../../context.ts';
import { announce } from '../../api/live.ts';
import { invalid, type Actor, type StoreScope } from '../../api/routing.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { recordActivity } from '../journal/record-activity.ts';
import { dismissRows } from './failed-rows.queries.ts';
import { requireAbility } from './require-ability.ts';
import { requireOperation } from './show-operation.ts';

/** The rows that a request names; null: all of its operation. */
export function rowsToDismiss({
  row_key: key,
  row_keys: keys,
}: {
  readonly row_key?: string | undefined;
  readonly row_keys?: readonly string[] | undefined;
}): readonly string[] | null {
  return key === undefined ? (keys ?? null) : [key, ...(keys ?? [])];
}

/**
 * Dismisses failed rows of an operation: what Evenstock could not do is no longer listed.
 * @param keys the rows; null: all that failed
 * @returns how many
 * @throws Refusal 404, 403 where the caller may not do such work, 422 where nothing is left to dismiss
 */
export async function dismissFailures(
  ctx: Context,
  { store, actor }: { readonly store: StoreScope; readonly actor: Actor },
  id: number,
  keys: readonly string[] | null,
): Promise<number> {
  return inTransaction(ctx.db, async (tx) => {
    const { kind } = await requireOperation(tx, store.id, id);
    requireAbility(kind, store, actor);
    const at = ctx.clock.now();
    const count = await dismissRows(tx, id, keys, at);
    if (count === 0) throw invalid('operation', message('operations.nothing_to_dismiss'));
    await recordActivity(tx, {
      storeId: store.id,
      key: 'operation.dismiss',
      actor: { type: 'User', id: actor.userId },
      recipient: { type: 'Operation', id },
      extras: { kind, count },
      at,
    });
    await announce(tx, store.id, 'operations', [id]);
    return count;
  });
}
