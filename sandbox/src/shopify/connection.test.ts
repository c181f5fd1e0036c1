import { describe, expect, test } from 'vitest';
import { connection, type PageArguments } from './connection.ts';

const rows = [3, 1, 2, 5, 4].map((id) => ({ id, at: `2026-11-0${String(Math.ceil(id / 2))}` }));
const page = (args: PageArguments, from = rows) =>
  connection(
    from,
    (row) => ({ value: row.at, id: row.id }),
    (row) => row.id,
    args,
  );

describe('connections', () => {
  test('pages forwards until nothing is left', () => {
    const seen: number[] = [];
    let after: string | null = null;
    for (;;) {
      const { nodes, pageInfo } = page({ first: 2, after });
      seen.push(...nodes());
      after = pageInfo.endCursor;
      if (!pageInfo.hasNextPage) break;
    }
    expect(seen).toEqual([1, 2, 3, 4, 5]);
  });

  test('pages backwards and in reverse', () => {
    expect(page({ last: 2 }).nodes()).toEqual([4, 5]);
    expect(page({ last: 2 }).pageInfo).toMatchObject({ hasPreviousPage: true, hasNextPage: false });
    expect(page({ first: 2, reverse: true }).nodes()).toEqual([5, 4]);
  });

  test('edges and nodes are equal, and cursors are opaque text', () => {
    const { nodes, edges, pageInfo } = page({ first: 3 });
    expect(edges().map((edge) => edge.node)).toEqual(nodes());
    expect(edges().at(-1)?.cursor).toBe(pageInfo.endCursor);
  });

  test('a page continues after the position where the last one ended, though the record has moved', () => {
    const first = page({ first: 2 });
    const moved = rows.map((row) => (row.id === 2 ? { ...row, at: '2026-11-09' } : row));
    expect(page({ first: 10, after: first.pageInfo.endCursor }, moved).nodes()).toEqual([3, 4, 5, 2]);
  });

  test.each([
    [{}, /first or last/],
    [{ first: 251 }, /between 1 and 250/],
    [{ first: 0 }, /between 1 and 250/],
    [{ first: 1, after: 'nonsense' }, /Invalid cursor/],
  ])('refuses %o', (args, message) => {
    expect(() => page(args)).toThrow(message);
  });
});
