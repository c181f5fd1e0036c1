import { describe, expect, it } from 'vitest';
import {
  initialFilters,
  isNarrowed,
  listQuery,
  readListState,
  writeListState,
  type ListSpec,
} from './list-state.ts';

const orders: ListSpec = {
  sort: 'source_created_at desc',
  tabs: {
    initial: 'staff_to_process',
    sendAs: { query: 'scope' },
    options: [
      { key: 'staff_to_process', label: 'Staff to Process' },
      { key: 'all', label: 'All' },
    ],
  },
  filters: [
    { kind: 'search', name: 'reference_number_cont', label: 'Order number' },
    { kind: 'days', from: 'created_from', to: 'created_to', label: 'Date', initial: { from: '2026-10-20' } },
    { kind: 'flag', name: 'notes_present', label: 'Have notes' },
  ],
};

const read = (address: string) => readListState(new URLSearchParams(address), orders);
const write = (address: string, change: Parameters<typeof writeListState>[2]) =>
  writeListState(new URLSearchParams(address), orders, change).toString();

describe('reading the address', () => {
  it('has defaults for everything', () => {
    expect(read('')).toEqual({
      page: 1,
      perPage: 10,
      sort: 'source_created_at desc',
      tab: 'staff_to_process',
      filters: { created_from: '2026-10-20' },
    });
  });

  it('reads all parameters', () => {
    expect(read('tab=all&page=3&per_page=50&s=source_created_at+asc&notes_present=true')).toMatchObject({
      page: 3,
      perPage: 50,
      sort: 'source_created_at asc',
      tab: 'all',
      filters: { notes_present: 'true' },
    });
  });

  it('accepts pages of 10, 20, 50 and 100', () => {
    const sizes = [5, 10, 20, 50, 100, 200].map((size) => read(`per_page=${size}`).perPage);
    expect(sizes).toEqual([10, 10, 20, 50, 100, 10]);
  });

  it.each(['page=0', 'page=x', 'per_page=7', 'tab=nonsense'])('ignores %s', (address) => {
    expect(read(address)).toEqual(read(''));
  });
});

describe('writing the address', () => {
  it('omits defaults', () => {
    expect(write('page=3', { page: 1 })).toBe('');
    expect(write('', { perPage: 20 })).toBe('per_page=20');
  });

  it('returns to page 1 when anything else changes', () => {
    expect(write('page=3', { filters: { notes_present: 'true', created_from: '2026-10-20' } })).toBe(
      'notes_present=true',
    );
    expect(write('page=3&notes_present=true', { page: 4 })).toBe('page=4&notes_present=true');
  });

  it('resets the filters when the tab changes', () => {
    expect(write('page=3&notes_present=true&created_from=2026-09-01', { tab: 'all' })).toBe('tab=all');
  });

  it('keeps parameters of others', () => {
    expect(write('dialog=new', { page: 2 })).toBe('dialog=new&page=2');
  });

  it('returns to the initial filters and page 1 when the filters are reset', () => {
    const filters = initialFilters(orders.filters);
    expect(filters).toEqual({ created_from: '2026-10-20' });
    expect(write('page=3&notes_present=true&created_from=2026-09-01', { filters })).toBe('');
  });

  it('can clear an initial filter', () => {
    expect(write('', { filters: {} })).toBe('created_from=');
    expect(read('created_from=').filters).toEqual({});
  });
});

it('builds the query of the call', () => {
  expect(listQuery(read('tab=all&page=2'), orders)).toEqual({
    page: 2,
    per_page: 10,
    scope: 'all',
    q: { created_from: '2026-10-20', s: 'source_created_at desc' },
  });
});

it('sends the tab as a filter if the list is declared so', () => {
  const spec: ListSpec = {
    ...orders,
    tabs: { initial: 'live', options: [], sendAs: { filter: 'filter_status' } },
  };
  expect(listQuery(readListState(new URLSearchParams(), spec), spec)).toMatchObject({
    q: { filter_status: 'live' },
  });
});

it('drops a sort that only the left tab has', () => {
  const options = [
    { key: 'ending', label: 'Ending', ownSort: 'left' },
    { key: 'live', label: 'Live' },
  ];
  const spec: ListSpec = { sort: 'left asc', tabs: { initial: 'live', options, sendAs: { query: 'scope' } } };
  const turned = (address: string) => writeListState(new URLSearchParams(address), spec, { tab: 'live' });
  expect(turned('tab=ending&s=left+desc').toString()).toBe('');
  expect(turned('tab=ending&s=name+desc').toString()).toBe('s=name+desc');
});

it('knows whether the user has set a filter', () => {
  expect(isNarrowed(read(''), orders)).toBe(false);
  expect(isNarrowed(read('notes_present=true'), orders)).toBe(true);
  expect(isNarrowed(read('created_from=2026-09-01'), orders)).toBe(true);
});
