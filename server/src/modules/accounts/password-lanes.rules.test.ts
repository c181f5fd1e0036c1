import { describe, expect, it } from 'vitest';
import { networkOf, nextInLine } from './password-lanes.rules.ts';

const line = (...networks: string[]) => networks.map((network) => ({ network }));

describe('who goes first at one account', () => {
  it.each([
    { why: 'one of the network with the fewest', networks: ['a', 'home', 'a', 'a'], first: 1 },
    { why: 'of equals the newest', networks: ['a', 'b', 'c'], first: 2 },
    { why: 'of one network the newest', networks: ['a', 'a', 'a'], first: 2 },
    { why: 'nobody of an empty line', networks: [], first: -1 },
  ])('$why', ({ networks, first }) => {
    expect(nextInLine(line(...networks))).toBe(first);
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
