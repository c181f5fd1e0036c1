import type { LiveEvent } from '@evenstock/contract/stores/live';
import { expect, it } from 'vitest';
import { eventParser, reconnectDelay } from './event-lines.ts';

const order = 'event: change\ndata: {"topic":"orders","ids":[1]}\n\n';
const orderEvent = { topic: 'orders', ids: [1] };

/** The events read after each chunk. */
function readEach(...chunks: string[]): LiveEvent[][] {
  let events: LiveEvent[] = [];
  const parser = eventParser((event) => events.push(event));
  return chunks.map((chunk) => {
    events = [];
    parser.feed(chunk);
    return events;
  });
}

it('reads whole events and keeps the rest', () => {
  const variant = { topic: 'variants', ids: [] };
  expect(readEach(`${order}data: {"topic":"var`, 'iants","ids":[]}\n\n')).toEqual([[orderEvent], [variant]]);
});

it('joins a cut event with what follows', () => {
  expect(readEach(order.slice(0, 20), order.slice(20))).toEqual([[], [orderEvent]]);
});

it('skips heartbeats, unknown topics and broken data', () => {
  const noise = ': still here\n\ndata: {"topic":"weather","ids":[]}\n\ndata: {oops\n\n';
  expect(readEach(noise, order)).toEqual([[], [orderEvent]]);
});

it('accepts carriage returns', () => {
  expect(readEach(order.replaceAll('\n', '\r\n'))).toEqual([[orderEvent]]);
});

it('accepts a line end that is cut between carriage return and line feed', () => {
  const text = order.replaceAll('\n', '\r\n');
  expect(readEach(...text.split('')).flat()).toEqual([orderEvent]);
});

it('waits longer after each failure, at most 30 s', () => {
  expect(reconnectDelay(0, 1)).toBe(1000);
  expect(reconnectDelay(0, 0)).toBe(500);
  expect(reconnectDelay(3, 1)).toBe(8000);
  expect(reconnectDelay(50, 1)).toBe(30_000);
});
