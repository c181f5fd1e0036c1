import type { Context } from '../../../context.ts';
import { findOpenZeroing, type OpenZeroing } from './zeroings.queries.ts';

export type { OpenZeroing };

/** A marketplace whose listings are being set to 0; null where none are. */
export function findZeroing(ctx: Context, marketplaceId: number): Promise<OpenZeroing | null> {
  return findOpenZeroing(ctx.db, marketplaceId);
}
