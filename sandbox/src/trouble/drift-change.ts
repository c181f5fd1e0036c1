import type { PatchStep } from '../wild/patch.rules.ts';

/** How a vendor may change its answers without a word, on a day of its own. */
export interface DriftChange {
  readonly kind: 'unknown value' | 'new key' | 'renamed';
  readonly about: string;
  /** The ends of the vendor's names of the calls. */
  readonly calls: readonly string[];
  /** From the root of the answer. */
  readonly patch: readonly PatchStep[];
}

type Calls = readonly string[];

/** A value that documents have becomes one that they have not. */
export const becomes = (
  calls: Calls,
  path: string,
  { from, to }: { from: string | number; to: string | number },
): DriftChange => ({
  kind: 'unknown value',
  about: `${String(from)} is ${String(to)} from now on`,
  calls,
  patch: [{ op: 'change', path, from, to }],
});

type PatchValue = Extract<PatchStep, { op: 'set' }>['value'];

export const isNew = (calls: Calls, path: string, value: PatchValue): DriftChange => ({
  kind: 'new key',
  about: `${path} is new`,
  calls,
  patch: [{ op: 'set', path, value }],
});

export const isCalled = (calls: Calls, path: string, to: string): DriftChange => ({
  kind: 'renamed',
  about: `${path} is called ${to}`,
  calls,
  patch: [{ op: 'rename', path, to }],
});

/** What a new key may hold. */
export const odd = { version: 3, tags: ['beta', null], enabled: 'true' };
