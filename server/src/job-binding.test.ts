import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { z } from 'zod';
import { bind, formerNames, withFormerNames, type BoundJob } from './job-binding.ts';
import { job } from './platform/jobs/jobs.ts';
import { startWorker } from './platform/jobs/worker.ts';
import { createTestContext, type TestContext } from './testing/context.ts';
import { jobs, runnable } from './wiring.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await createTestContext();
});
afterAll(() => ctx.close());

/** The modules that handle jobs. */
const modules = readdirSync(new URL('modules', import.meta.url), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.handlers.ts'))
  .map((file) => file.split(/[/\\]/)[0] ?? '');

const greeted: unknown[] = [];
const greet = bind(
  job({ name: 'test.greet', payload: z.object({ to: z.string() }), maxAttempts: 3, cron: '0 0 1 1 *' }),
  (_, payload) => Promise.resolve(greeted.push(payload)),
);
const renamed = { 'test.say_hello': 'test.greet' };

/** Queues a job under a name and runs a real worker until the queue is empty. */
async function runQueued(bound: readonly BoundJob[], name: string, payload: unknown): Promise<void> {
  const { db, database, log } = ctx;
  await sql`select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json)`.execute(db);
  const worker = await startWorker(runnable(ctx, bound), { ...database, log, concurrency: 1 });
  await expect
    .poll(() => sql`select from graphile_worker._private_jobs`.execute(db).then(({ rows }) => rows.length))
    .toBe(0);
  await worker.stop(1000);
}

describe('a job that was queued under a former name', () => {
  it('runs once, as the job of today', async () => {
    await runQueued(withFormerNames([greet], renamed), 'test.say_hello', { to: 'you' });
    expect(greeted).toEqual([{ to: 'you' }]);
  });

  it('runs with the handlers of the program', async () => {
    await runQueued(jobs, 'stock.forget_old_epochs', {});
  });

  it('is not repeated by the cron pattern of the job', () => {
    const crons = withFormerNames([greet], renamed).filter(({ definition }) => definition.cron !== undefined);
    expect(crons).toEqual([greet]);
  });
});

it('a former name of a job that does not exist stops the start', () => {
  expect(() => withFormerNames([], renamed)).toThrow('test.greet, formerly test.say_hello, does not exist');
});

describe('the name of a job', () => {
  it.each(jobs.map(({ definition }) => definition).filter(({ name }) => !(name in formerNames)))(
    '$name: module.verb_noun',
    ({ name }) => {
      expect(name).toMatch(/^[a-z]+(\.[a-z]+)(_[a-z]+)+$/);
    },
  );

  it.each(modules)('in %s begins with the module that handles it', async (module) => {
    const handlers: Record<string, unknown> = await import(`./modules/${module}/${module}.handlers.ts`);
    const bound = handlers[`${module}Jobs`];
    const own = jobs.filter((each) => Array.isArray(bound) && bound.includes(each));
    expect(own.filter(({ definition }) => !definition.name.startsWith(`${module}.`))).toEqual([]);
    expect(own.length > 0 || module === 'operations').toBe(true);
  });

  it('is not also a former name', () => {
    const names = jobs.map(({ definition }) => definition.name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });
});
