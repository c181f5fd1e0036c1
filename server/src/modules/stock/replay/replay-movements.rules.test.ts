import { movementMessages } from '@evenstock/contract/messages/catalog/movements';
import { describe, expect, it } from 'vitest';
import { causeKey, type LoggedMerge, type LoggedMovement } from '../ledger/logged-movement.rules.ts';
import { chosenLines, groupedByMerges } from './replay-movements.rules.ts';

const line = (id: number, variantId: number, cause: string, merge?: LoggedMerge): LoggedMovement => ({
  id,
  storeId: 1,
  variantId,
  adjustment: 1,
  action: movementMessages.merge,
  cause,
  source: { type: 'User', userId: 7 },
  epochs: [],
  ...(merge === undefined ? {} : { merge }),
});

const mergeOf = (id: number, sources: readonly number[], listings: readonly number[]): LoggedMerge => ({
  id,
  at: new Date('2026-11-11T04:00:00Z'),
  sources: [...sources],
  listings: listings.map((listing) => ({
    variant_listing_id: listing,
    from_variant_id: 2,
    quantity_before: 1,
  })),
  quantityAfter: 5,
});

const targets = {
  variants: new Set([1, 2, 3]),
  listings: new Set([11, 12, 13]),
  users: new Set<number>(),
  marketplaces: new Set<number>(),
  orders: new Set<number>(),
};

function chosen(lines: readonly LoggedMovement[], known: readonly LoggedMovement[] = []) {
  const { lines: kept, merges, regrouped } = chosenLines(lines, new Set(known.map(causeKey)), targets);
  return { kept: kept.map(({ id }) => id), merges: merges.map(({ id }) => id), regrouped };
}

const merged = [
  line(1, 2, 'merge:5'),
  line(2, 1, 'merge:5', mergeOf(5, [2], [11, 12])),
  line(3, 1, 'adjust:a'),
];

describe('a merge in the recovery log', () => {
  it('is repeated with its entries, by nobody where its member is gone', () => {
    expect(chosen(merged)).toEqual({ kept: [1, 2, 3], merges: [5], regrouped: [] });
    expect(chosenLines(merged, new Set(), targets).merges[0]).toMatchObject({ variantId: 1, userId: null });
  });

  it('is not repeated where the ledger has it', () => {
    expect(chosen(merged, merged.slice(0, 2))).toEqual({ kept: [3], merges: [], regrouped: [] });
  });

  it.each([
    ['one of its listings is unknown', mergeOf(5, [2], [11, 99])],
    ['one of its SKUs is unknown', mergeOf(5, [2, 99], [11, 12])],
  ])('has its SKUs counted where %s', (_, merge) => {
    const lines = [line(1, 2, 'merge:5'), line(2, 1, 'merge:5', merge), line(3, 1, 'adjust:a')];
    const { kept, merges, regrouped } = chosen(lines);
    expect({ kept, merges, regrouped: [...regrouped].sort() }).toEqual({
      kept: [],
      merges: [],
      regrouped: [1, 2],
    });
  });

  it('has its SKUs counted where a line of an earlier version does not say what was merged', () => {
    expect(chosen([line(1, 2, 'merge:5'), line(2, 1, 'merge:5')])).toEqual({
      kept: [],
      merges: [],
      regrouped: [2, 1],
    });
  });

  it('has its SKUs counted after an unmerge, and is repeated before one', () => {
    for (const cause of ['unmerge:6', 'undo:5']) {
      const after = [line(4, 1, cause), line(5, 1, 'adjust:b')];
      expect(chosen([...merged, ...after])).toEqual({ kept: [1, 2, 3], merges: [5], regrouped: [1] });
    }
    const before = [line(0, 1, 'unmerge:4'), ...merged];
    const { kept, merges, regrouped } = chosen(before);
    expect({ kept, merges, regrouped: [...regrouped].sort() }).toEqual({
      kept: [],
      merges: [],
      regrouped: [1, 2],
    });
  });
});

it('SKUs that merges join are replayed together, the others separately', () => {
  const lines = [
    line(1, 3, 'adjust:a'),
    line(2, 1, 'merge:5', mergeOf(5, [2], [])),
    line(3, 4, 'merge:6', mergeOf(6, [1], [])),
    line(4, 8, 'adjust:b'),
  ];
  expect(groupedByMerges(lines)).toEqual([[1, 2, 4], [3], [8]]);
});
