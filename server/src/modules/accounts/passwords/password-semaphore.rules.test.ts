import { describe, expect, it } from 'vitest';
import { nextWaiter } from './password-semaphore.rules.ts';

const queue = (...networks: string[]) => networks.map((network) => ({ network }));

describe('the next waiter of one account', () => {
  it.each([
    { why: 'comes from the network with the fewest waiters', networks: ['a', 'home', 'a', 'a'], first: 1 },
    { why: 'is the newest of equals', networks: ['a', 'b', 'c'], first: 2 },
    { why: 'is the newest of one network', networks: ['a', 'a', 'a'], first: 2 },
    { why: 'is nobody of an empty queue', networks: [], first: -1 },
  ])('$why', ({ networks, first }) => {
    expect(nextWaiter(queue(...networks))).toBe(first);
  });
});
