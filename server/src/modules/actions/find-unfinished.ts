import type { Handle } from '../../platform/database/database.ts';
import { findUnfinished, type AskedNow, type UnfinishedAction } from './actions.queries.ts';

/** The action under way that holds an exclusive key, and whether it asks for the same; null: none is under way. */
export function findUnfinishedAction(
  db: Handle,
  storeId: number,
  exclusiveKey: string,
  now: AskedNow,
): Promise<UnfinishedAction | null> {
  return findUnfinished(db, storeId, exclusiveKey, now);
}
