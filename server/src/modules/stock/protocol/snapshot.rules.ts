import { later } from '../../../platform/time/time-spans.ts';
import type { Differences } from './differences.rules.ts';
import type { EpochRead, Snapshot } from './epoch.rules.ts';
import type { ListingStock } from './evaluate.rules.ts';

/** The listing with the number that a read showed as its last snapshot. */
export const withSnapshot = (stock: ListingStock, { measure, from, until }: Snapshot): ListingStock => ({
  ...stock,
  shop_quantity: measure,
  snapshot_from: from,
  snapshot_until: until,
});

/**
 * The snapshot that an epoch's last read gives. Where the books give one figure, an old answer shows as a difference. Where events may
 * or may not lie in the epoch, an old answer can agree. The snapshot then begins at the oldest moment that the answer may show.
 * @param value the epoch's start
 * @param isExact whether the books give one figure for the read
 */
export function snapshotOf(
  { measure, from, until, since }: EpochRead,
  value: Snapshot,
  { isExact }: Pick<Differences, 'isExact'>,
): Snapshot {
  return { measure, until, from: isExact ? from : later(since, value.from) };
}
