import type { Verification } from '../modules/journal/verify-activities.ts';

type Fault = Verification['faults'][number];

/**
 * What `npm run verify-activities` prints.
 * @param hasLog whether the newest seals outside of the database were compared
 */
export function describeVerification({ chains, faults }: Verification, hasLog: boolean): string[] {
  const entries = chains.reduce((sum, chain) => sum + chain.entries, 0);
  return [
    ...chains.map(
      ({ storeId, entries: count, chain, number, hash, restores }) =>
        `${placeOf(storeId)}: ${String(count)} entries, newest seal ${String(chain)}.${String(number)} ${hash}` +
        (restores === 0 ? '' : `; a new chain since a backup was restored (${String(restores)})`),
    ),
    ...faults.map(faultLine),
    hasLog
      ? 'The newest seals were compared with the recovery log.'
      : 'EVENSTOCK_RECOVERY_DIR is not set: compare the newest seals with those in the program\u2019s log, or a cut-off end does not show.',
    faults.length === 0
      ? `${String(entries)} entries are as they were sealed.`
      : `Problems: ${String(faults.length)}, in ${String(entries)} entries.`,
  ];
}

function faultLine(fault: Fault): string {
  const place = placeOf(fault.storeId);
  switch (fault.fault) {
    case 'changed':
      return `CHANGED: activity ${String(fault.activityId)} of ${place} is not what was sealed.`;
    case 'missing':
      return `MISSING: activity ${String(fault.activityId)} of ${place} is gone.`;
    case 'inserted':
      return `INSERTED: activity ${String(fault.activityId)} of ${place} was put in behind the program.`;
    case 'seal_changed':
      return `CHANGED: seal ${String(fault.chain)}.${String(fault.number)} of ${place} is not what was written.`;
    case 'seal_missing':
      return `MISSING: seal ${String(fault.chain)}.${String(fault.number)} of ${place} is gone.`;
  }
}

const placeOf = (storeId: number | null): string =>
  storeId === null ? 'no store' : `store ${String(storeId)}`;
