/** What sets a listing to 0 whatever the quantity. */
export interface ForceZero {
  readonly forceZeroFrom: Date | null;
  readonly forceZeroTo: Date | null;
  /** Its marketplace is being deactivated, or was, with its listings set to 0. */
  readonly isZeroed: boolean;
}

/** Whether the listing shows 0 at this instant whatever the quantity. */
export function isForced({ forceZeroFrom, forceZeroTo, isZeroed }: ForceZero, now: Date): boolean {
  if (isZeroed) return true;
  if (forceZeroFrom === null || forceZeroFrom > now) return false;
  return forceZeroTo === null || forceZeroTo > now;
}
