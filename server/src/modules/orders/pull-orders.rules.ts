import type { Cursor } from '@evenstock/connectors/kit/paging';
import type { ChannelOrder } from '@evenstock/connectors/kit/connector';

/** Where a pull of orders stands. */
export interface Position {
  /** The connector's own; null: at the beginning of a pass. */
  readonly next: Cursor | null;
  /** How often the window is being read, the first time being 1. */
  readonly pass: number;
  /** Pages of this pass so far. */
  readonly pages: number;
  /** Orders of this pass that were not known in that state. */
  readonly news: number;
}

/** Orders that move for ever must not keep a pull from ending; the next poll looks at them again. */
const MOST_PASSES = 5;

/**
 * The next page, the next pass, or the end. While pages are read, an order that changes leaves its place and the ones behind
 * it move up over the edge between two pages: so a window of several pages is read until a pass brings nothing new.
 * @param keepsPlace the channel's cursors hold their place by themselves
 */
export function nextStep(
  at: Position,
  page: { readonly next: Cursor | null; readonly news: number },
  keepsPlace: boolean,
): Position | 'ended' {
  const pages = at.pages + 1;
  const news = at.news + page.news;
  if (page.next !== null) return { ...at, next: page.next, pages, news };
  const mayHaveMoved = !keepsPlace && pages > 1 && (at.pass === 1 || news > 0) && at.pass < MOST_PASSES;
  return mayHaveMoved ? { next: null, pass: at.pass + 1, pages: 0, news: 0 } : 'ended';
}

export interface KnownState {
  readonly updatedAt: Date;
  readonly rank: number;
}

/** Whether a reading says more than what is kept of the order. */
export function isNews(
  order: Pick<ChannelOrder, 'updatedAt' | 'stateRank'>,
  known: KnownState | undefined,
): boolean {
  if (known === undefined) return true;
  const later = order.updatedAt.getTime() - known.updatedAt.getTime();
  return later > 0 || (later === 0 && order.stateRank > known.rank);
}
