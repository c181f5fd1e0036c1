import { expect, it } from 'vitest';
import { divideLine, undoProblem } from './undo-merge.rules.ts';

const codeOf = (facts: Partial<Parameters<typeof undoProblem>[0]>) =>
  undoProblem({
    isUndone: false,
    isMergedAway: false,
    isSet: false,
    isChanged: false,
    isKept: true,
    ...facts,
  })?.code ?? null;

it('a merge can be undone once, until its SKU is merged or unmerged again', () => {
  expect(codeOf({})).toBeNull();
  expect(codeOf({ isUndone: true, isChanged: true })).toBe('catalog.undo_done');
  expect(codeOf({ isMergedAway: true })).toBe('catalog.undo_merged_away');
  expect(codeOf({ isSet: true })).toBe('stock.set_not_unmerged');
  expect(codeOf({ isChanged: true })).toBe('catalog.undo_changed');
  expect(codeOf({ isKept: false })).toBe('catalog.undo_changed');
});

const joined = {
  survivorId: 1,
  broughtFrom: new Map([[20, 2]]),
  parts: [
    { set_id: 9, part_id: 1, units: 1 },
    { set_id: 9, part_id: 2, units: 2 },
  ],
};
const divided = (line: Omit<Parameters<typeof divideLine>[0], 'lineId'>) => {
  const { parts, units } = divideLine({ lineId: 5, ...line }, joined);
  return { parts, units: Object.fromEntries(units) };
};

it('what a set sold since goes to the SKUs that were its parts at the merge', () => {
  const parts = [
    [1, 3],
    [7, 1],
  ] as const;
  expect(divided({ setId: 9, parts, units: -6 })).toEqual({
    parts: [
      [7, 1],
      [1, 1],
      [2, 2],
    ],
    units: { 1: -2, 2: -4 },
  });
});

it('what a set sold that is made of other units by now stays with the surviving SKU', () => {
  const parts = [[1, 2]] as const;
  expect(divided({ setId: 9, parts, units: -4 })).toEqual({ parts, units: { 1: -4 } });
  expect(divided({ setId: 8, parts, units: -4 })).toEqual({ parts, units: { 1: -4 } });
});

it('the parts of a bundle go to the SKUs of their listings', () => {
  const parts = [
    [1, 1, 10],
    [1, 2, 20],
  ] as const;
  expect(divided({ setId: null, parts, units: -3 })).toEqual({
    parts: [
      [1, 1, 10],
      [2, 2, 20],
    ],
    units: { 1: -1, 2: -2 },
  });
});
