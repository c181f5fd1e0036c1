import { expect, it } from 'vitest';
import { readEvents, reconnectDelay } from './event-lines.ts';

const order = 'event: change\ndata: {"topic":"orders","ids":[1]}\n\n';

it('reads whole events and keeps the rest', () => {
  expect(readEvents(`${order}data: {"topic":"var`)).toEqual({
    events: [{ topic: 'orders', ids: [1] }],
    rest: 'data: {"topic":"var',
  });
});

it('joins a cut event with what follows', () => {
  const first = readEvents(order.slice(0, 20));
  expect(first.events).toEqual([]);
  expect(readEvents(first.rest + order.slice(20)).events).toEqual([{ topic: 'orders', ids: [1] }]);
});

it('skips heartbeats, unknown topics and broken data', () => {
  const noise = ': still here\n\ndata: {"topic":"weather","ids":[]}\n\ndata: {oops\n\n';
  expect(readEvents(noise)).toEqual({ events: [], rest: '' });
});

it('accepts carriage returns', () => {
  expect(readEvents(order.replaceAll('\n', '\r\n')).events).toHaveLength(1);
});

it('waits longer after each failure, at most 30 s', () => {
  expect(reconnectDelay(0, 1)).toBe(1000);
  expect(reconnectDelay(0, 0)).toBe(500);
  expect(reconnectDelay(3, 1)).toBe(8000);
  expect(reconnectDelay(50, 1)).toBe(30_000);
});
