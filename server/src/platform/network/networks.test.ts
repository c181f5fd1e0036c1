import { describe, expect, it } from 'vitest';
import { inNetworks, isNetwork, isPrivate } from './networks.ts';

it.each(['192.0.2.7', '10.0.0.0/8', '::1', '2001:db8::/32', '0.0.0.0/0'])('%s is a network', (text) => {
  expect(isNetwork(text)).toBe(true);
});

it.each(['', 'proxy', '10.0.0', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', '::/129', '10.0.0.0/-1'])(
  '%j is none',
  (text) => {
    expect(isNetwork(text)).toBe(false);
  },
);

describe('an address in networks', () => {
  const isIn = inNetworks(['192.0.2.7', '10.0.0.0/8', '2001:db8::/32']);
  it.each([
    ['192.0.2.7', true],
    ['::ffff:192.0.2.7', true],
    ['192.0.2.8', false],
    ['10.255.0.1', true],
    ['::ffff:10.0.0.1', true],
    ['2001:db8:1::1', true],
    ['2001:db9::1', false],
    ['unknown', false],
  ])('%s: %s', (address, expected) => {
    expect(isIn(address)).toBe(expected);
  });
});

it('a public address is not private', () => {
  expect(['203.0.113.9', '2001:db8::1'].filter(isPrivate)).toEqual([]);
  expect(['127.0.0.1', '::1', '::ffff:172.18.0.3'].filter((address) => !isPrivate(address))).toEqual([]);
});
