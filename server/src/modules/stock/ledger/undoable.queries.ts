import { movementMessages } from '@evenstock/contract/messages/catalog/movements';
import { sql } from 'kysely';
import type { Handle } from '../../../platform/database/database.ts';

/** The cause of the entry that undoes an adjustment begins so; the adjustment's own cause follows. */
export const undoBeginning = 'undo:';
/** Causes of adjustments begin so. */
export const adjustBeginning = 'adjust:';

const undoOf = `${adjustBeginning}${undoBeginning}`;

export interface UndoableEntry {
  readonly id: number;
  readonly variantId: number;
  readonly adjustment: number;
  readonly cause: string;
  readonly createdAt: Date;
  readonly isAdjustment: boolean;
  readonly isUndone: boolean;
  /**
   * Only orders and restocks have changed the quantity since, and what was adjusted and undone again: then the units of the adjustment can
   * be taken back. After a count, an edit on a marketplace or a merge they may be in another number already.
   */
  readonly isUntouched: boolean;
}

/** These entries of a store's ledger, and whether the adjustments among them can be undone; for entries of the last day or so. */
export async function readUndoable(
  db: Handle,
  storeId: number,
  ids: readonly number[],
): Promise<UndoableEntry[]> {
  const { rows } = await sql<UndoableEntry>`
    select s.id, s.variant_id as "variantId", s.adjustment, s.cause, s.created_at as "createdAt",
      s.source_type = 'User' and s.action = ${movementMessages.adjustment} as "isAdjustment",
      exists (select from stock_movements u where u.variant_id = s.variant_id and u.cause = ${undoOf} || s.cause) as "isUndone",
      v.merged_into_id is null
        and not exists (select from variant_merges g where g.variant_id = s.variant_id and g.created_at >= s.created_at)
        and not exists (
          select from stock_movements t
          where t.variant_id = s.variant_id and t.created_at >= s.created_at and t.id > s.id
            and t.source_type = 'User' and t.action <> ${movementMessages.restock}
            and not exists (select from stock_movements u where u.variant_id = t.variant_id and u.cause = ${undoOf} || t.cause)
            and not (t.action = ${movementMessages.undo_adjustment} and exists (
              select from stock_movements e
              where e.variant_id = t.variant_id and e.id >= s.id and ${undoOf} || e.cause = t.cause)))
        and (
          select coalesce(sum(t.adjustment), 0) = 0 from stock_movements t
          where t.variant_id = s.variant_id and t.created_at >= s.created_at and t.id > s.id
            and t.source_type = 'Marketplace') as "isUntouched"
    from stock_movements s join variants v on v.id = s.variant_id
    where s.store_id = ${storeId} and s.id = any(${ids}::bigint[])`.execute(db);
  return rows;
}
