import { expect, it } from 'vitest';
import { createCircuitBreakers } from './circuit-breaker.ts';

const callers = Array.from({ length: 10 }, () => ({}));

it('is closed while the channel answers', () => {
  const breakers = createCircuitBreakers();
  for (const caller of callers) breakers.acquire('lazada', caller);
});

it('stays closed after one or two timeouts in a row', () => {
  const breakers = createCircuitBreakers();
  for (const wasAnswered of [false, false, true, false, false]) breakers.acquire('lazada', {})(wasAnswered);
  for (const caller of callers) breakers.acquire('lazada', caller);
});

it('opens after three timeouts in a row, admits two callers with all their parallel calls, and one more after each answer', () => {
  const breakers = createCircuitBreakers();
  const [one = {}, two = {}, three = {}, four = {}] = callers;
  for (let timeout = 0; timeout < 3; timeout += 1) breakers.acquire('lazada', one)(false);
  const releaseOne = breakers.acquire('lazada', one);
  breakers.acquire('lazada', one)(true);
  breakers.acquire('lazada', two);
  breakers.acquire('lazada', three);
  expect(() => breakers.acquire('lazada', four)).toThrow(/Lazada has not been answering/);
  // The breakers of other channels stay closed.
  for (const caller of callers) breakers.acquire('shopee', caller);
  releaseOne(false);
  expect(() => breakers.acquire('lazada', four)).toThrow();
});
