import { describe, expect, it } from 'vitest';
import { networkOf, nextWaiter } from './password-semaphore.rules.ts';

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

describe('the network of an address', () => {
  it.each([
    ['192.0.2.7', '192.0.2'],
    ['::ffff:192.0.2.7', '192.0.2'],
    ['2001:db8:12:34::1', '2001:db8:12'],
    ['2001:0DB8:0012::', '2001:db8:12'],
    ['::1', '0:0:0'],
    ['unknown', 'unknown'],
  ])('%s: %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});
