import { describe, expect, it } from 'vitest';
import { forgetScans, keepScan, keptScans, type KeptScan, type ScanStorage } from './kept-scans.ts';

/** A browser's storage. It lists its entries in no order that means anything. */
function openStorage(): ScanStorage {
  const entries = new Map<string, string>();
  return {
    get length() {
      return entries.size;
    },
    key: (place) => [...entries.keys()].toReversed()[place] ?? null,
    getItem: (name) => entries.get(name) ?? null,
    setItem: (name, text) => void entries.set(name, text),
    removeItem: (name) => void entries.delete(name),
  };
}

const scan = (key: string, at: number): KeptScan => ({
  key,
  code: 'TEE',
  variantId: null,
  label: 'TEE',
  units: 1,
  isTotal: false,
  at,
});
const [first, second, third] = [
  'aaaaaaaa-0000-4000-8000-000000000001',
  '00000000-0000-4000-8000-000000000002',
  'bbbbbbbb-0000-4000-8000-000000000003',
] as const;

describe('scans that wait', () => {
  it('are kept in the order in which they were made, those of the same moment too', () => {
    const storage = openStorage();
    for (const one of [scan(first, 1000), scan(second, 1000), scan(third, 999)]) keepScan(storage, 7, one);
    expect(keptScans(storage, 7).map(({ key }) => key)).toEqual([third, first, second]);
  });

  it('of another tally, and other entries of the browser, are not among them', () => {
    const storage = openStorage();
    storage.setItem('theme', 'dark');
    keepScan(storage, 7, scan(first, 1));
    keepScan(storage, 77, scan(second, 1));
    expect(keptScans(storage, 7).map(({ key }) => key)).toEqual([first]);
    forgetScans(storage, 7, new Set([first, second]));
    expect([keptScans(storage, 7), keptScans(storage, 77)].map((each) => each.length)).toEqual([0, 1]);
  });

  it('are left out where they cannot be read', () => {
    const storage = openStorage();
    keepScan(storage, 7, scan(first, 1));
    storage.setItem(`tally 7 000000000000002 000000001 ${second}`, '{');
    storage.setItem(`tally 7 000000000000003 000000001 ${third}`, '{"key":3}');
    expect(keptScans(storage, 7)).toEqual([scan(first, 1)]);
  });

  it('cannot be kept where the browser refuses', () => {
    const storage = {
      ...openStorage(),
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
    };
    expect(keepScan(storage, 7, scan(first, 1))).toBe(false);
  });
});
