import { expect, it } from 'vitest';
import { orderStatuses, statusOf } from './order-statuses.ts';

it('knows every status of the document (tokopedia.md 4.3)', () => {
  const documented =
    '0 2 3 4 5 6 10 11 15 100 103 200 220 221 400 450 500 501 520 530 540 550 600 601 690 691 695 698 699 700 701';
  expect(Object.keys(orderStatuses).sort()).toEqual(documented.split(' ').sort());
});

it('keeps one that is not documented', () => {
  expect(statusOf(123)).toMatchObject({ state: 'unknown', units: 'here' });
});

it('has ranks that grow along the main line, and end in every exit', () => {
  const line = [100, 103, 220, 400, 450, 500, 600, 700].map((code) => statusOf(code).rank);
  expect(line).toEqual([...line].sort((one, other) => one - other));
  expect(new Set(line).size).toBe(line.length);
  for (const exit of [0, 10, 550]) expect(statusOf(exit).rank).toBeGreaterThan(statusOf(700).rank);
});
