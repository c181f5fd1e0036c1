import { authenticate } from '@evenstock/contract/accounts/accounts';
import { afterEach, expect, it, vi } from 'vitest';
import { whileTrusted } from './connection-doubts.ts';
import { shownStatus } from './live.rules.ts';

afterEach(() => vi.unstubAllGlobals());

it('the stream is given up once another call gets no answer, and not after it was released', async () => {
  const store = new AbortController();
  const stream = whileTrusted(store.signal);
  const over = whileTrusted(store.signal);
  over.release();
  vi.stubGlobal('document', { cookie: '', querySelector: () => null });
  const { open } = await import('./call.ts');
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('{}')));
  await open(authenticate, {}, 'application/json');
  expect(stream.signal.aborted).toBe(false);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await expect(open(authenticate, {}, 'application/json')).rejects.toThrow();
  expect([stream.signal.aborted, over.signal.aborted]).toEqual([true, false]);
  store.abort();
  expect(over.signal.aborted).toBe(true);
});

it('is lost as soon as the browser is offline, or calls are not answered', () => {
  expect(shownStatus({ stream: 'live', isOnline: true, isWaiting: false })).toBe('live');
  expect(shownStatus({ stream: 'live', isOnline: false, isWaiting: false })).toBe('lost');
  expect(shownStatus({ stream: 'connecting', isOnline: false, isWaiting: false })).toBe('lost');
  expect(shownStatus({ stream: 'live', isOnline: true, isWaiting: true })).toBe('lost');
  expect(shownStatus({ stream: 'connecting', isOnline: true, isWaiting: true })).toBe('connecting');
});
