import { pricing } from '@evenstock/contract/billing';

/**
 * What a month costs, in minor units of SGD: nothing up to the free listings, the flat price up to the hundredth, and a
 * part more for each above. A part of a listing (the count is a mean) costs its part, rounded to a whole minor unit.
 * @param averageHundredths the mean of the daily counts, in hundredths of a listing
 */
export function estimatedMonthlyCost(averageHundredths: number): number {
  const { freeMerged, flatUpTo, flatPrice, pricePerFurther } = pricing;
  if (averageHundredths <= freeMerged * 100) return 0;
  const further = Math.max(0, averageHundredths - flatUpTo * 100);
  return flatPrice + Math.round((further * pricePerFurther) / 100);
}

/** May a store merge? Within the free listings always, beyond them where somebody pays. */
export function mayMerge(merged: number, isPaidFor: boolean): boolean {
  return isPaidFor || merged <= pricing.freeMerged;
}
