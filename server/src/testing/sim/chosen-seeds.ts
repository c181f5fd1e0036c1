import { execFileSync } from 'node:child_process';

/** Each of the eight worlds, eight times. */
const EACH_TIME = 64;
const ALL = 200;
/** Of each profile of trouble. */
const EACH_PROFILE = 3;
const ALL_OF_PROFILE = 25;
/** Blocks of seeds that commits are spread over. */
const BLOCKS = 10_000;

interface Seeds {
  readonly from: number;
  readonly count: number;
}

/**
 * The seeds that one run of the tests plays.
 * @param commit its hash; each commit has seeds of its own, so that many days play many. Null: always the same
 * @param isLong two hundred of the commit's seeds instead of the first of them
 */
export function chosenSeeds(commit: string | null, isLong: boolean): Seeds {
  const block = commit === null ? 0 : Number.parseInt(commit.slice(0, 8), 16) % BLOCKS;
  return { from: 1 + block * ALL, count: isLong ? ALL : EACH_TIME };
}

/** The seeds that one run plays with each profile of trouble: the first of the commit's. */
export function troubledSeeds(commit: string | null, isLong: boolean): Seeds {
  const { from } = chosenSeeds(commit, isLong);
  return { from, count: isLong ? ALL_OF_PROFILE : EACH_PROFILE };
}

/** The commit that is checked out, or null where git cannot say. */
export function currentCommit(): string | null {
  try {
    const commit = execFileSync('git', ['rev-parse', 'HEAD'], {
      cwd: import.meta.dirname,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
    return /^[0-9a-f]{40,}$/.test(commit) ? commit : null;
  } catch {
    return null;
  }
}

/** The same seeds as parts for processes that run side by side. */
export function parted({ from, count }: Seeds, parts: number): Seeds[] {
  const size = Math.ceil(count / parts);
  return Array.from({ length: parts }, (_, index) => ({
    from: from + index * size,
    count: Math.min(size, count - index * size),
  }));
}
