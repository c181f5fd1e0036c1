import type { CheckedSeal } from './seals.queries.ts';

/** A seal that is not what was written, or is not there. */
export interface SealFault {
  readonly fault: 'seal_changed' | 'seal_missing';
  readonly storeId: number | null;
  readonly chain: number;
  readonly number: number;
}

/** What is wrong with the seals of all stores, which are sorted by store, chain and number. */
export function sealFaults(seals: readonly CheckedSeal[]): SealFault[] {
  return seals.flatMap((seal): SealFault[] => {
    const { storeId, chain, number, numberBefore, isWhole, isLinked } = seal;
    const gone = Array.from({ length: number - numberBefore - 1 }, (_, index): SealFault => ({
      fault: 'seal_missing',
      storeId,
      chain,
      number: numberBefore + 1 + index,
    }));
    // Where a seal is gone, the next one cannot hold its hash.
    const isChanged = !isWhole || (!isLinked && gone.length === 0);
    return isChanged ? [...gone, { fault: 'seal_changed', storeId, chain, number }] : gone;
  });
}
