import { describe, expect, it } from 'vitest';
import { lineOf, networkOf } from './network.rules.ts';

describe('the network of an address, and the line that limits count', () => {
  it.each([
    ['192.0.2.7', '192.0.2', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2', '192.0.2.7'],
    ['2001:db8:12:34::1', '2001:db8:12', '2001:db8:12:34'],
    ['2001:db8:12:34:ffff:1:2:3', '2001:db8:12', '2001:db8:12:34'],
    ['2001:0DB8:0012::', '2001:db8:12', '2001:db8:12:0'],
    ['::1', '0:0:0', '0:0:0:0'],
    ['unknown', 'unknown', 'unknown'],
  ])('%s: %s, %s', (address, network, line) => {
    expect(networkOf(address)).toBe(network);
    expect(lineOf(address)).toBe(line);
  });
});
