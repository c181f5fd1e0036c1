import type { Cursor } from '@evenstock/connectors/kit/paging';
import type { ChannelOrder } from '@evenstock/connectors/kit/connector';

/** The cursor of a pull of orders. */
export interface Position {
  /** The connector's cursor; null: at the beginning of a pass. */
  readonly next: Cursor | null;
  /** The number of the pass over the window, from 1. */
  readonly pass: number;
  /** Pages of this pass so far. */
  readonly pages: number;
  /** Number of orders of this pass that were new or changed. The cursor is stored, so the name stays. */
  readonly newer: number;
}

/** Maximum number of passes: orders that keep changing would keep a pull from ending. The next poll reads them again. */
const MOST_PASSES = 5;

/**
 * The next page, the next pass, or the end. An order that changes while pages are read leaves its page, and later orders move up
 * across page borders. So a window of several pages is read until a pass finds no change.
 * @param keepsPlace whether the channel's cursors are stable
 */
export function nextStep(
  at: Position,
  page: { readonly next: Cursor | null; readonly newer: number },
  keepsPlace: boolean,
): Position | 'ended' {
  const pages = at.pages + 1;
  const newer = at.newer + page.newer;
  if (page.next !== null) return { ...at, next: page.next, pages, newer };
  const mayHaveMoved = !keepsPlace && pages > 1 && (at.pass === 1 || newer > 0) && at.pass < MOST_PASSES;
  return mayHaveMoved ? { next: null, pass: at.pass + 1, pages: 0, newer: 0 } : 'ended';
}

export interface KnownState {
  readonly updatedAt: Date;
  readonly rank: number;
}

/** Whether a reported state is newer than the recorded one. */
export function isNewer(
  order: Pick<ChannelOrder, 'updatedAt' | 'stateRank'>,
  known: KnownState | undefined,
): boolean {
  if (known === undefined) return true;
  const later = order.updatedAt.getTime() - known.updatedAt.getTime();
  return later > 0 || (later === 0 && order.stateRank > known.rank);
}
