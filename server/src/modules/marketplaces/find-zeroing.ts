import type { Context } from '../../context.ts';
import { findOpenZeroing, type OpenZeroing } from './zeroings.queries.ts';

/** A marketplace whose listings are to be set to 0 before it is left; null where there is nothing to do. */
export function findZeroing(ctx: Context, marketplaceId: number): Promise<OpenZeroing | null> {
  return findOpenZeroing(ctx.db, marketplaceId);
}
