import type { Context } from '../../../context.ts';
import { insertLackingTexts } from './lacking-texts.queries.ts';

/** Orders at a time: each statement is short beside imports. */
const BATCH = 1000;

/**
 * Writes the texts by which orders are found where they are lacking: a build that did not know them imported the order. An order
 * without them is in no search.
 */
export async function writeLackingTexts(ctx: Context): Promise<void> {
  let total = 0;
  for (;;) {
    const written = await insertLackingTexts(ctx.db, BATCH);
    total += written;
    if (written < BATCH) break;
  }
  if (total > 0)
    ctx.log.warn({ orders: total }, 'Orders lacked the texts by which they are found; they have them now.');
}
