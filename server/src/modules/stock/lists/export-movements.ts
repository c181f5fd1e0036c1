import type { listStockMovements } from '@evenstock/contract/stock/stock';
import type { z } from 'zod';
import type { Handle } from '../../../platform/database/database.ts';
import type { ListMoment } from '../../../api/list-window.rules.ts';
import { countMovements, movementsBefore, type ExportedMovement } from './export-movements.queries.ts';
import { movementFilter } from './list-movements.ts';

export type { ExportedMovement };

/** The movements of an export: those of a list's filters, as they were when it was asked for. */
export interface AskedMovements extends ListMoment {
  readonly q: NonNullable<z.output<typeof listStockMovements.query>['q']>;
}

/** The number of movements that an export chooses. @throws Refusal as `movementFilter` */
export const countMovementsToExport = async (
  db: Handle,
  storeId: number,
  { q, ...at }: AskedMovements,
): Promise<number> => countMovements(db, movementFilter(storeId, q, at));

/** The next movements of an export, the newest first. @param slice `before`: the id of the last one; null at the beginning */
export const movementsToExport = (
  db: Handle,
  storeId: number,
  { q, ...at }: AskedMovements,
  slice: { readonly before: number | null; readonly limit: number },
): Promise<readonly ExportedMovement[]> => movementsBefore(db, movementFilter(storeId, q, at), slice);
