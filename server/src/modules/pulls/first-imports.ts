import type { OperationKind } from '@evenstock/contract/operations/operations';
import { z } from 'zod';
import type { ImportedKind } from './pulls.rules.ts';

/** The input of a first import: a whole pull, or single records of one that could not be read. */
export const importParams = z.union([
  z.object({ pull: z.number().int() }),
  z.object({ references: z.array(z.string()) }),
]);

/*
 * First imports are declared here, as they begin here; the modules above read their pages.
 */
const declared = <Kind extends OperationKind>(kind: Kind) =>
  ({ kind, topics: [], params: importParams }) as const;

export const firstImports = {
  listings: declared('marketplace.import_listings'),
  orders: declared('marketplace.import_orders'),
} as const satisfies Record<ImportedKind, object>;
