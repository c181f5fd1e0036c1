import type { ChannelFault } from './errors.ts';
import type { Interval } from './paging.ts';
import type { ListingKey } from './listing-key.ts';
import type { StockReadings, StockResult } from './connector.ts';

/** The result of each line of a call that failed as a whole. */
export function resultOfFault(fault: ChannelFault): StockResult {
  switch (fault.kind) {
    case 'rejected':
      return { outcome: 'rejected', code: fault.code, reason: fault.reason, mayPass: true };
    case 'unauthorised':
      return { outcome: 'retry', afterSeconds: 1 };
    case 'throttled':
      return { outcome: 'retry', afterSeconds: fault.afterSeconds };
    case 'unavailable':
    case 'unexpected':
      return { outcome: 'unknown', reason: fault.reason };
  }
}

/** What a read found of a listing. */
export interface Level {
  readonly measure: number | null;
  readonly reserved: number;
  readonly keptBy?: 'seller' | 'marketplace' | null;
  readonly stockRef?: Readonly<Record<string, string>>;
}

/**
 * The readings of the requested listings. One whose units are not counted is missing; one that the answer lacks is in no list, as
 * nothing follows from that.
 */
export function readingsOf(
  keys: readonly ListingKey[],
  levelOf: (key: ListingKey) => Level | undefined,
  interval: Interval,
): StockReadings {
  const readings: StockReadings['readings'][number][] = [];
  const missing: ListingKey[] = [];
  const keptByMarketplace: ListingKey[] = [];
  for (const { itemId, variantId, stockRef } of keys) {
    const key = { itemId, variantId, stockRef };
    const level = levelOf(key);
    if (level === undefined) continue;
    if (level.keptBy === 'marketplace') keptByMarketplace.push(key);
    else if (level.measure === null) missing.push(key);
    else {
      const { measure, reserved } = level;
      readings.push({ itemId, variantId, stockRef: level.stockRef ?? stockRef, measure, reserved });
    }
  }
  return { interval, readings, missing, keptByMarketplace };
}
