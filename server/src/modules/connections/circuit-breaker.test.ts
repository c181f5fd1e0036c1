import { expect, it } from 'vitest';
import { openRooms } from './circuit-breaker.ts';

const callers = Array.from({ length: 10 }, () => ({}));

it('lets everybody call a channel that answers', () => {
  const rooms = openRooms();
  for (const caller of callers) rooms.enter('lazada', caller);
});

it('takes one call without an answer, or two, for an accident', () => {
  const rooms = openRooms();
  for (const wasAnswered of [false, false, true, false, false]) rooms.enter('lazada', {})(wasAnswered);
  for (const caller of callers) rooms.enter('lazada', caller);
});

it('after three in a row lets few call at once, whatever each has abreast, and one more with each answer', () => {
  const rooms = openRooms();
  const [one = {}, two = {}, three = {}, four = {}] = callers;
  for (let silence = 0; silence < 3; silence += 1) rooms.enter('lazada', one)(false);
  const leaveOne = rooms.enter('lazada', one);
  rooms.enter('lazada', one)(true);
  rooms.enter('lazada', two);
  rooms.enter('lazada', three);
  expect(() => rooms.enter('lazada', four)).toThrow(/Lazada has not been answering/);
  // Other channels are as they were.
  for (const caller of callers) rooms.enter('shopee', caller);
  leaveOne(false);
  expect(() => rooms.enter('lazada', four)).toThrow();
});
