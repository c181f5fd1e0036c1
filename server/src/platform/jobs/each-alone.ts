import type { Logger } from 'pino';
import { isDatabaseAway } from '../database/database-errors.ts';
import { FilesUnreachable } from '../files/sealed-files.ts';

/** What a failure is logged with. */
interface Work {
  readonly log: Logger;
  /** Named as jobs are: `module.verb_noun`. */
  readonly task: string;
}

/** An id, or something that has one. */
type Named = number | string | { readonly id: number | string };

/** Fails every item alike, so none is tried alone. */
const failsAll = (error: unknown): boolean => isDatabaseAway(error) || error instanceof FilesUnreachable;

const idOf = (item: Named): number | string => (typeof item === 'object' ? item.id : item);

/**
 * Works on items in turn. One that fails is logged and stops no other.
 * @throws the first failure, after all items were tried, so that a job is retried; the loss of the database, or of the files, at once
 */
export async function eachAlone<Item extends Named>(
  { log, task }: Work,
  items: Iterable<Item>,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = [];
  for (const item of items) {
    try {
      await work(item);
    } catch (error) {
      if (failsAll(error)) throw error;
      log.error({ err: error, task, item: idOf(item) }, 'A part of a task failed; its other parts are done.');
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

/**
 * Works on a batch of items at once; after a failure on each item alone, so that one bad item costs only itself. The work rolls back
 * what it did of a batch that fails.
 * @throws as `eachAlone` does
 */
export async function togetherOrEach<Item extends Named>(
  of: Work,
  items: readonly Item[],
  work: (items: readonly Item[]) => Promise<unknown>,
): Promise<void> {
  if (items.length === 0) return;
  try {
    await work(items);
  } catch (error) {
    if (failsAll(error)) throw error;
    await eachAlone(of, items, (item) => work([item]));
  }
}

/** Runs named steps in turn, each alone, as `eachAlone` does. */
export async function stepsAlone(
  of: Work,
  steps: Readonly<Record<string, () => Promise<unknown>>>,
): Promise<void> {
  await eachAlone(of, Object.keys(steps), (name) => steps[name]?.() ?? Promise.resolve());
}

/**
 * Works through pages, each after the last item of the one before. A page that fails does not stop the next ones.
 * @throws the first failure, after all pages; the loss of the database, or of the files, at once
 */
export async function pagesAlone<Item>(
  read: (last: Item | null) => Promise<readonly Item[]>,
  work: (page: readonly Item[]) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = [];
  for (let last: Item | null = null; ;) {
    const page: readonly Item[] = await read(last);
    const next = page.at(-1);
    if (next === undefined) break;
    try {
      await work(page);
    } catch (error) {
      if (failsAll(error)) throw error;
      failures.push(error);
    }
    last = next;
  }
  if (failures.length > 0) throw failures[0];
}
