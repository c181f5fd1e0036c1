import { expect, it } from 'vitest';
import { openRooms } from './channel-rooms.ts';

const callers = Array.from({ length: 10 }, () => ({}));

it('lets everybody call a channel that answers', () => {
  const rooms = openRooms();
  for (const caller of callers) rooms.enter('lazada', caller);
});

it('after a call without an answer lets few call at once, whatever each has abreast, and one more with each answer', () => {
  const rooms = openRooms();
  const [one = {}, two = {}, three = {}, four = {}] = callers;
  rooms.enter('lazada', one)(false);
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
