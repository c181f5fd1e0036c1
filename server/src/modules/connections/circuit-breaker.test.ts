import { expect, it } from 'vitest';
import { createCircuitBreakers } from './circuit-breaker.ts';

const callers = Array.from({ length: 10 }, () => ({}));

it('lets everybody call a channel that answers', () => {
  const breakers = createCircuitBreakers();
  for (const caller of callers) breakers.acquire('lazada', caller);
});

it('takes one call without an answer, or two, for an accident', () => {
  const breakers = createCircuitBreakers();
  for (const wasAnswered of [false, false, true, false, false]) breakers.acquire('lazada', {})(wasAnswered);
  for (const caller of callers) breakers.acquire('lazada', caller);
});

it('after three in a row lets few call at once, whatever each has abreast, and one more with each answer', () => {
  const breakers = createCircuitBreakers();
  const [one = {}, two = {}, three = {}, four = {}] = callers;
  for (let timeout = 0; timeout < 3; timeout += 1) breakers.acquire('lazada', one)(false);
  const releaseOne = breakers.acquire('lazada', one);
  breakers.acquire('lazada', one)(true);
  breakers.acquire('lazada', two);
  breakers.acquire('lazada', three);
  expect(() => breakers.acquire('lazada', four)).toThrow(/Lazada has not been answering/);
  // Other channels are as they were.
  for (const caller of callers) breakers.acquire('shopee', caller);
  releaseOne(false);
  expect(() => breakers.acquire('lazada', four)).toThrow();
});
