import { pino } from 'pino';
import pg from 'pg';
import { expect, it } from 'vitest';
import { eachAlone, pagesAlone, stepsAlone, togetherOrEach } from './each-alone.ts';

const lines: { readonly level: number; readonly task: string; readonly item: number | string }[] = [];
const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line) as (typeof lines)[number]) });
const of = { log, task: 'a task' };

const away = Object.assign(new pg.DatabaseError('the server shuts down', 0, 'error'), { code: '57P01' });

it('an item that fails is logged as an error and stops no other, and the first failure is thrown in the end', async () => {
  lines.length = 0;
  const done: number[] = [];
  const work = (id: number): Promise<void> => {
    if (id % 2 === 0) return Promise.reject(new Error(`bad ${String(id)}`));
    done.push(id);
    return Promise.resolve();
  };
  await expect(eachAlone(of, [1, 2, 3, 4, 5], work)).rejects.toThrow('bad 2');
  expect(done).toEqual([1, 3, 5]);
  expect(lines).toMatchObject([
    { level: 50, task: 'a task', item: 2 },
    { level: 50, task: 'a task', item: 4 },
  ]);
});

it('a batch is done at once, and item by item after it failed', async () => {
  const batches: (readonly number[])[] = [];
  const work = (ids: readonly number[]): Promise<void> => {
    batches.push(ids);
    return ids.includes(2) ? Promise.reject(new Error('bad')) : Promise.resolve();
  };
  await togetherOrEach(of, [1, 3], work);
  await expect(togetherOrEach(of, [1, 2, 3], work)).rejects.toThrow('bad');
  expect(batches).toEqual([[1, 3], [1, 2, 3], [1], [2], [3]]);
});

it('a step that fails is logged by its name, and the next one runs', async () => {
  lines.length = 0;
  const ran: string[] = [];
  const step = (name: string, fails: boolean) => () => {
    ran.push(name);
    return fails ? Promise.reject(new Error('bad')) : Promise.resolve();
  };
  await expect(
    stepsAlone(of, { first: step('first', true), second: step('second', false) }),
  ).rejects.toThrow();
  expect(ran).toEqual(['first', 'second']);
  expect(lines).toMatchObject([{ level: 50, item: 'first' }]);
});

it('a page that fails stops no other', async () => {
  const worked: number[] = [];
  const read = (last: number | null) => Promise.resolve([1, 2, 3, 4].slice(last ?? 0, (last ?? 0) + 2));
  const work = (page: readonly number[]): Promise<void> => {
    worked.push(...page);
    return page.includes(1) ? Promise.reject(new Error('bad')) : Promise.resolve();
  };
  await expect(pagesAlone(read, work)).rejects.toThrow('bad');
  expect(worked).toEqual([1, 2, 3, 4]);
});

it('a database that is away ends the work at once', async () => {
  const tried: number[] = [];
  const work = (id: number): Promise<void> => {
    tried.push(id);
    return Promise.reject(away);
  };
  await expect(eachAlone(of, [1, 2, 3], work)).rejects.toBe(away);
  await expect(togetherOrEach(of, [4, 5], ([id = 0]) => work(id))).rejects.toBe(away);
  expect(tried).toEqual([1, 4]);
});
