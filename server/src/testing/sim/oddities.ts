import type { CorpusEntry } from '@evenstock/sandbox/wild/corpus-entry';
import { readCorpus } from '@evenstock/sandbox/wild/read-corpus';
import { createPrng } from './prng.ts';

const ODDITIES = 0x0dd;
/** The share of records that have one. */
const SHARE = 0.1;

type Json = Extract<CorpusEntry['patch'][number], { op: 'set' }>['value'];

/** Whether a value has a number, or a text that is one: of another record it would be another number. */
function hasNumber(value: Json): boolean {
  if (typeof value === 'number') return true;
  if (typeof value === 'string') return /^\s*-?\d/.test(value);
  return typeof value === 'object' && value !== null && Object.values(value).some(hasNumber);
}

/**
 * Whether an entry leaves every number of every record as it is, whichever record draws it. A list that lacks a row at each read does not:
 * what the shop never lists as changed is read once a day, and no calm is as long.
 */
function isNeutral({ outcome, patch, instead }: CorpusEntry): boolean {
  if (!('changes' in outcome) || Object.keys(outcome.changes).length > 0 || instead !== undefined)
    return false;
  return patch.every((step) =>
    step.op === 'set' ? !hasNumber(step.value) : step.op !== 'replace' && step.op !== 'cut',
  );
}

/** Entries after which a record is what it was: they change no number that the oracle knows. */
const neutral = readCorpus().filter(isNeutral);

/** What makes the answers of a seed untidy: a random third of the corpus. */
export function odditiesOf(seed: number): {
  readonly seed: number;
  readonly share: number;
  readonly only: string[];
} {
  const prng = createPrng(seed ^ ODDITIES);
  const only = neutral.filter(() => prng.whole(1, 3) === 1).map(({ id }) => id);
  return { seed, share: SHARE, only };
}
