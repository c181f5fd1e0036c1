import { expect, it } from 'vitest';
import { undoProblem } from './undo-merge.rules.ts';

const here = { isDeleted: false, isHere: true };
const gone = { isDeleted: false, isHere: false };
const deleted = { isDeleted: true, isHere: true };
const codeOf = (facts: Partial<Parameters<typeof undoProblem>[0]>) =>
  undoProblem({ isMergedAway: false, isSet: false, brought: [here], staying: 1, ...facts })?.code ?? null;

it('a merge can be undone while each listing that it brought is there, and another stays', () => {
  expect(codeOf({})).toBeNull();
  expect(codeOf({ brought: [here, deleted] })).toBeNull();
  expect(codeOf({ isMergedAway: true })).toBe('catalog.undo_merged_away');
  expect(codeOf({ isSet: true })).toBe('stock.set_not_unmerged');
  expect(codeOf({ brought: [here, gone] })).toBe('catalog.undo_unmerged');
  expect(codeOf({ brought: [deleted] })).toBe('catalog.undo_deleted');
  expect(codeOf({ staying: 0 })).toBe('catalog.undo_alone');
});
