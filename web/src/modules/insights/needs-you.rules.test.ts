import type { NeedsYouItem } from '@evenstock/contract/insights/needs-you';
import { expect, it } from 'vitest';
import { groupItems } from './needs-you.rules.ts';

const row = (key: string, operationId: number, code: string | null): NeedsYouItem => ({
  type: 'failed_row',
  key: `place-${String(operationId)}-${key}`,
  at: '2026-11-29T10:00:00.000Z',
  failed_row: {
    key,
    label: `ORDER-${key}`,
    subject: null,
    reason: code === null ? null : { code, values: {}, text: code },
    at: '2026-11-29T10:00:00.000Z',
    operation: { id: operationId, kind: 'order.print_labels', asked_by: null, can_retry: true, failed: 2 },
    path: null,
    marketplace: null,
  },
});

it('entries that failed for one reason are one group, which is dismissed whole', () => {
  const items = [row('1', 7, 'a'), row('2', 7, 'b'), row('3', 7, 'a'), row('4', 8, 'a')];
  const groups = groupItems(items, () => true);
  expect(groups.map(({ items: own }) => own.length)).toEqual([3, 1]);
  expect(groups[0]?.dismissed).toEqual({
    actions: [],
    rows: [
      { operationId: 7, keys: ['1', '3'] },
      { operationId: 8, keys: ['4'] },
    ],
  });
});

it('an entry without a reason is alone, and who may not work dismisses nothing', () => {
  const groups = groupItems([row('1', 7, null), row('2', 7, null)], () => false);
  expect(groups).toHaveLength(2);
  expect(groups[0]?.dismissed).toEqual({ actions: [], rows: [] });
});
