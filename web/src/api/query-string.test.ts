import { expect, it } from 'vitest';
import { fillPath, toQueryString } from './query-string.ts';

it('writes brackets for arrays and nested filters', () => {
  const text = toQueryString({
    page: 2,
    ids: [1, 2],
    q: { id_in: [7], name_cont: 'tea & co', s: 'name asc' },
  });
  expect(decodeURIComponent(text.replaceAll('+', ' '))).toBe(
    'page=2&ids[]=1&ids[]=2&q[id_in][]=7&q[name_cont]=tea & co&q[s]=name asc',
  );
});

it('leaves out what is empty, keeps false and zero', () => {
  expect(toQueryString({ a: '', b: null, c: undefined, d: [], e: {}, f: false, g: 0 })).toBe('f=false&g=0');
});

it('fills and encodes a path', () => {
  expect(
    fillPath('/api/stores/:storeId/orders/:referenceNumber.json', {
      storeId: 'kopi',
      referenceNumber: '#1001/a',
    }),
  ).toBe('/api/stores/kopi/orders/%231001%2Fa.json');
});

it('rejects a path with a missing parameter', () => {
  expect(() => fillPath('/api/stores/:storeId.json', {})).toThrow('storeId');
});
