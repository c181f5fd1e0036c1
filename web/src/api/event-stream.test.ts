import type { LiveTopic } from '@evenstock/contract/stores/live';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readStream, silentFor } from './event-stream.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A stream that is read, what it is given, and whether it was given up. */
function read() {
  let given: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({ start: (controller) => void (given = controller) });
  const topics: LiveTopic[] = [];
  const state = { isOver: false };
  void readStream(new Response(body), (read) => topics.push(...read)).then(() => (state.isOver = true));
  return { state, topics, give: (text: string) => given?.enqueue(new TextEncoder().encode(text)) };
}

it('a stream that is silent for longer than its heartbeats take is given up', async () => {
  const { state } = read();
  await vi.advanceTimersByTimeAsync(silentFor - 1);
  expect(state.isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(state.isOver).toBe(true);
});

it('each sign of life starts the silence anew, and an event is passed on', async () => {
  const { state, topics, give } = read();
  for (const text of [': heartbeat\n\n', 'data: {"topic":"ord', 'ers","ids":[]}\n\n', ': heartbeat\n\n']) {
    await vi.advanceTimersByTimeAsync(silentFor - 1);
    give(text);
  }
  await vi.advanceTimersByTimeAsync(silentFor - 1);
  expect([state.isOver, topics]).toEqual([false, ['orders']]);
  await vi.advanceTimersByTimeAsync(1);
  expect(state.isOver).toBe(true);
});
