import { message, type Message } from '@evenstock/contract/messages/message';

/** The facts that decide whether a merge can be undone. */
export interface UndoFacts {
  /** The merge's SKU became part of another one. */
  readonly isMergedAway: boolean;
  /** The merge's SKU is made of others by now. */
  readonly isSet: boolean;
  /** The listings that it brought. `isHere`: no later merge or unmerge has moved it. */
  readonly brought: readonly { readonly isDeleted: boolean; readonly isHere: boolean }[];
  /** The number of other listings of its SKU, deleted ones left out. */
  readonly staying: number;
}

/** Why a merge cannot be undone; null where each listing that it brought can leave. */
export function undoProblem({ isMergedAway, isSet, brought, staying }: UndoFacts): Message | null {
  if (isMergedAway) return message('catalog.undo_merged_away');
  if (isSet) return message('stock.set_not_unmerged');
  const present = brought.filter(({ isDeleted }) => !isDeleted);
  if (present.some(({ isHere }) => !isHere)) return message('catalog.undo_unmerged');
  if (present.length === 0) return message('catalog.undo_deleted');
  return staying === 0 ? message('catalog.undo_alone') : null;
}
