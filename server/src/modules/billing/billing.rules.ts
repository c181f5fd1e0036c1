import { pricing } from '@evenstock/contract/billing/billing';

/**
 * The price of a month in minor units of SGD: nothing up to the free listings, the flat price up to the hundredth listing, and an
 * amount for each further one. The count is a mean, so a fraction of a listing costs its fraction, rounded.
 * @param averageHundredths the mean of the daily counts, in hundredths of a listing
 */
export function estimatedMonthlyCost(averageHundredths: number): number {
  const { freeMerged, flatUpTo, flatPrice, pricePerFurther } = pricing;
  if (averageHundredths <= freeMerged * 100) return 0;
  const further = Math.max(0, averageHundredths - flatUpTo * 100);
  return flatPrice + Math.round((further * pricePerFurther) / 100);
}

/** Whether a store may merge: always within the free listings, and beyond them with a subscription. */
export function mayMerge(merged: number, isPaidFor: boolean): boolean {
  return isPaidFor || merged <= pricing.freeMerged;
}
