const PERIOD_DAYS = 30;

/** Whole days until a quantity is sold out at the rate of the last 30 days; null if none were sold. */
export function daysTillOut(quantity: number, soldIn30Days: number): number | null {
  if (soldIn30Days <= 0) return null;
  return Math.max(0, Math.floor((quantity * PERIOD_DAYS) / soldIn30Days));
}
