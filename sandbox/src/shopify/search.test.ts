import { describe, expect, test } from 'vitest';
import { compileSearch } from './search.ts';

interface Row {
  title: string;
  status: string;
  sku: string[];
  updatedAt: string;
  quantity: number;
}
const rows: Row[] = [
  {
    title: 'Batik Tote',
    status: 'active',
    sku: ['TOTE-RED'],
    updatedAt: '2026-11-01T00:00:00Z',
    quantity: 3,
  },
  {
    title: 'Kaya Jar',
    status: 'draft',
    sku: ['KAYA', 'KAYA-L'],
    updatedAt: '2026-11-02T00:00:00Z',
    quantity: 0,
  },
  { title: 'Kopi Cup', status: 'archived', sku: ['a b'], updatedAt: '2026-11-03T00:00:00Z', quantity: -1 },
];
const found = (query: string | null) =>
  rows
    .filter(
      compileSearch<Row>(query, {
        default: (r) => [r.title],
        status: (r) => [r.status],
        sku: (r) => r.sku,
        updated_at: (r) => [r.updatedAt],
        quantity: (r) => [r.quantity],
      }),
    )
    .map((r) => r.title.split(' ')[0]);

describe('search syntax', () => {
  test.each([
    [null, ['Batik', 'Kaya', 'Kopi']],
    ['', ['Batik', 'Kaya', 'Kopi']],
    ['status:active,draft', ['Batik', 'Kaya']],
    ["updated_at:>'2026-11-01T00:00:00Z'", ['Kaya', 'Kopi']],
    ["updated_at:>='2026-11-02T08:00:00+08:00' updated_at:<'2026-11-03T00:00:00Z'", ['Kaya']],
    ['updated_at:>"2026-11-02T00:00:00Z"', ['Kopi']],
    ['sku:KAYA-L', ['Kaya']],
    ['sku:kaya*', ['Kaya']],
    ["sku:'a b'", ['Kopi']],
    ['status:active OR sku:KAYA', ['Batik', 'Kaya']],
    ['-status:active', ['Kaya', 'Kopi']],
    ['NOT (status:active OR status:draft)', ['Kopi']],
    ['(status:active OR status:draft) AND quantity:>0', ['Batik']],
    ['quantity:<=0', ['Kaya', 'Kopi']],
    ['tote', ['Batik']],
    ['unknown_field:1', ['Batik', 'Kaya', 'Kopi']],
  ])('%s', (query, expected) => {
    expect(found(query)).toEqual(expected);
  });
});
