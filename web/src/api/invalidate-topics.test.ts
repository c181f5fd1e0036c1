import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { invalidateTopics, pauseMs } from './invalidate-topics.ts';

/** A query on the screen whose replies the test resolves, one after the other. */
function shown(live: readonly string[]) {
  const queries = new QueryClient();
  const asked: ((answer: string) => void)[] = [];
  const observer = new QueryObserver(queries, {
    queryKey: ['an operation'],
    queryFn: () => new Promise<string>((resolve) => asked.push(resolve)),
    meta: { live },
  });
  const leave = observer.subscribe(() => undefined);
  return { queries, asked, leave, data: () => observer.getCurrentResult().data };
}

it('repeats a first read that was under way when something changed', async () => {
  const { queries, asked, leave, data } = shown(['operations']);
  invalidateTopics(queries, ['operations']);
  invalidateTopics(queries, ['operations']);
  asked[0]?.('running');
  await expect.poll(() => asked.length).toBe(2);
  asked[1]?.('done');
  await expect.poll(data).toBe('done');
  expect(asked).toHaveLength(2);
  leave();
});

it('repeats a later read that was under way, and reads at once where none is', async () => {
  const { queries, asked, leave, data } = shown(['operations']);
  asked[0]?.('waiting');
  await expect.poll(data).toBe('waiting');
  invalidateTopics(queries, ['operations']);
  expect(asked).toHaveLength(2);
  invalidateTopics(queries, ['operations']);
  asked[1]?.('running');
  await expect.poll(() => asked.length).toBe(3);
  asked[2]?.('done');
  await expect.poll(data).toBe('done');
  leave();
});

it('loses no change that comes while a repetition waits', async () => {
  const { queries, asked, leave, data } = shown(['orders']);
  invalidateTopics(queries, ['orders']);
  asked[0]?.('first');
  await expect.poll(data).toBe('first');
  // It is read at once, and changes again while that read is under way.
  invalidateTopics(queries, ['orders']);
  expect(asked).toHaveLength(2);
  invalidateTopics(queries, ['orders']);
  await new Promise((resolve) => setTimeout(resolve, 2 * pauseMs));
  asked[1]?.('second');
  await expect.poll(() => asked.length).toBe(3);
  asked[2]?.('third');
  await expect.poll(data).toBe('third');
  leave();
});

it('ignores queries of other topics', async () => {
  const { queries, asked, leave, data } = shown(['orders']);
  invalidateTopics(queries, ['operations']);
  asked[0]?.('an order');
  await expect.poll(data).toBe('an order');
  invalidateTopics(queries, ['operations']);
  expect(asked).toHaveLength(1);
  leave();
});
