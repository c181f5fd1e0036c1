import { z } from 'zod';
import type { Shop } from '../core/shop.ts';
import { numbered } from './gids.ts';

/** What became of units that came back. */
export const disposition = z.object({
  number: z.int(),
  at: z.int(),
  quantity: z.int(),
  type: z.enum(['MISSING', 'NOT_RESTOCKED', 'PROCESSING_REQUIRED', 'RESTOCKED']),
});
export type Disposition = z.infer<typeof disposition>;

/** A line of a return. */
interface Disposed {
  readonly dispositions: Disposition[];
}

/** Notes what became of units of a return's line. */
export function dispose(
  shop: Shop,
  line: Disposed,
  { type, quantity }: Pick<Disposition, 'type' | 'quantity'>,
  at: number,
): void {
  const number = numbered(shop, 'disposition', shop.nextNumber('disposition'));
  line.dispositions.push({ number, at, quantity, type });
}

export const disposedUnits = ({ dispositions }: Disposed): number =>
  dispositions.reduce((sum, { quantity }) => sum + quantity, 0);
