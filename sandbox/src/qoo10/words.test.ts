import { expect, test } from 'vitest';
import { cancelReasons, deliveryStatusWords, localTime, readTime } from './words.ts';

test('every status of the document ends with its digit', () => {
  expect(deliveryStatusWords).toEqual({
    1: 'On Waiting(1)',
    2: 'On request(2)',
    3: 'Seller confirm(3)',
    4: 'On delivery(4)',
    5: 'Delivered(5)',
  });
  expect(Object.keys(cancelReasons)).toEqual(['NR', 'DD', 'NC', 'BG', 'UD']);
});

test('dates are days or seconds in Singapore', () => {
  const nine = Date.UTC(2026, 0, 1, 1);
  expect(localTime(nine)).toBe('2026-01-01 09:00:00');
  expect(readTime('20260101090000', 'first')).toBe(nine);
  expect(localTime(readTime('20260101', 'first'))).toBe('2026-01-01 00:00:00');
  expect(localTime(readTime('20260101', 'last'))).toBe('2026-01-01 23:59:59');
  for (const wrong of ['', '2026-01-01', '20260230', '2026010109', '20261301'])
    expect(readTime(wrong, 'first')).toBeNull();
});
