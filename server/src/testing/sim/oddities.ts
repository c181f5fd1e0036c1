import { readCorpus } from '@evenstock/sandbox/wild/read-corpus';
import { createPrng } from './prng.ts';

const ODDITIES = 0x0dd;
/** The share of records that have one. */
const SHARE = 0.1;

/** Entries after which a record is what it was: they change no number that the oracle knows. */
const neutral = readCorpus().filter(
  ({ outcome }) => 'changes' in outcome && Object.keys(outcome.changes).length === 0,
);

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
