import { expect, it } from 'vitest';
import { z } from 'zod';
import { job } from './platform/jobs/jobs.ts';
import { bind } from './job-binding.ts';
import { enqueueOn } from './subscriptions.ts';
import { checkWiring, jobs, routes, subscriptions } from './wiring.ts';

const greet = job({ name: 'test.greet', payload: z.object({}), maxAttempts: 1 });

it('the program’s own wiring is whole', () => {
  expect(() => {
    checkWiring();
  }).not.toThrow();
  expect(new Set(jobs.map(({ definition }) => definition.name)).size).toBe(jobs.length);
  expect(new Set(routes.map(({ endpoint }) => endpoint.name)).size).toBe(routes.length);
});

it('a job with two handlers stops the start', () => {
  const greets = bind(greet, () => Promise.resolve());
  expect(() => {
    checkWiring({ routes, subscriptions, jobs: [...jobs, greets, greets] });
  }).toThrow('the job test.greet has two handlers');
});

it('a subscription of a job without a handler stops the start', () => {
  const subscribed = [...subscriptions, enqueueOn('store.sync_switched', greet, () => ({}))];
  expect(() => {
    checkWiring({ routes, jobs, subscriptions: subscribed });
  }).toThrow('the job test.greet has no handler');
});

it('an endpoint without a route, or with two, stops the start', () => {
  const [first, ...others] = routes;
  expect(first).toBeDefined();
  if (first === undefined) return;
  expect(() => {
    checkWiring({ routes: others, jobs, subscriptions });
  }).toThrow(`the endpoint ${first.endpoint.name} has no route`);
  expect(() => {
    checkWiring({ routes: [...routes, first], jobs, subscriptions });
  }).toThrow('is served twice');
});
