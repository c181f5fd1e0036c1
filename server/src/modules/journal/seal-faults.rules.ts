import type { CheckedSeal } from './seals.queries.ts';

/** A seal that was changed or is missing. */
export interface SealFault {
  readonly fault: 'seal_changed' | 'seal_missing';
  readonly storeId: number | null;
  readonly chain: number;
  readonly number: number;
}

/** Finds the faults in the seals of all stores, which are sorted by store, chain and number. */
export function sealFaults(seals: readonly CheckedSeal[]): SealFault[] {
  return seals.flatMap((seal): SealFault[] => {
    const { storeId, chain, number, numberBefore, isWhole, isLinked } = seal;
    const gone = Array.from({ length: number - numberBefore - 1 }, (_, index): SealFault => ({
      fault: 'seal_missing',
      storeId,
      chain,
      number: numberBefore + 1 + index,
    }));
    // If a seal is missing, the next one cannot contain its hash.
    const isChanged = !isWhole || (!isLinked && gone.length === 0);
    return isChanged ? [...gone, { fault: 'seal_changed', storeId, chain, number }] : gone;
  });
}
