import { z } from 'zod';

/** A scan as this browser keeps it until the server has it. */
const keptScan = z.object({
  key: z.uuid(),
  code: z.string().nullable(),
  variantId: z.number().int().nullable(),
  /** What a person knows it by. */
  label: z.string(),
  units: z.number().int().nullable(),
  isTotal: z.boolean(),
  /** Milliseconds since 1970, on this browser's clock. */
  at: z.number(),
});
export type KeptScan = z.infer<typeof keptScan>;

/** The part of the browser's storage that is used. */
export type ScanStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

const prefixOf = (tallyId: number): string => `tally ${String(tallyId)} `;

let kept = 0;

/** Names sort as their scans were made. Each scan has an entry of its own, so that tabs do not overwrite each other's. */
function nameOf(tallyId: number, { at, key }: KeptScan): string {
  kept += 1;
  return `${prefixOf(tallyId)}${String(at).padStart(15, '0')} ${String(kept).padStart(9, '0')} ${key}`;
}

/** Keeps a scan. @returns false where this browser keeps nothing */
export function keepScan(storage: ScanStorage, tallyId: number, scan: KeptScan): boolean {
  try {
    storage.setItem(nameOf(tallyId, scan), JSON.stringify(scan));
    return true;
  } catch {
    return false;
  }
}

/** The names of the scans of a tally, in the order in which they were made. */
function namesOf(storage: ScanStorage, tallyId: number): string[] {
  const prefix = prefixOf(tallyId);
  const names: string[] = [];
  for (let place = 0; place < storage.length; place += 1) {
    const name = storage.key(place);
    if (name?.startsWith(prefix) === true) names.push(name);
  }
  return names.toSorted();
}

/** The scans of a tally that wait, in the order in which they were made. What cannot be read is left out. */
export function keptScans(storage: ScanStorage, tallyId: number): readonly KeptScan[] {
  return namesOf(storage, tallyId).flatMap((name) => {
    const scan = readScan(storage.getItem(name));
    return scan === null ? [] : [scan];
  });
}

function readScan(text: string | null): KeptScan | null {
  if (text === null) return null;
  try {
    const read = keptScan.safeParse(JSON.parse(text));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}

/** Deletes scans of a tally by their keys. */
export function forgetScans(storage: ScanStorage, tallyId: number, keys: ReadonlySet<string>): void {
  for (const name of namesOf(storage, tallyId)) {
    if (keys.has(name.split(' ').at(-1) ?? '')) storage.removeItem(name);
  }
}
