import { message } from '@evenstock/contract/messages/message';
import { unexpected } from '../kit/errors.ts';
import type { Cursor } from '../kit/paging.ts';
import { channel } from './channel.ts';

/**
 * The page after these rows (tiktok.md 0): an empty token is the end. A list that is left out, or ends before its own total, is
 * no end: rows that are left out with success would be taken for gone.
 * @throws ChannelError
 */
export function nextPage(
  cursor: Cursor | null,
  rows: readonly unknown[] | undefined,
  {
    next_page_token: next,
    total_count: total,
  }: { next_page_token: string | null; total_count: number | null },
): Cursor | null {
  const token = cursor?.['token'] ?? null;
  if (next !== null && next === token) throw unexpected(message('answers.page_repeats', { channel }));
  const before = typeof cursor?.['seen'] === 'number' ? cursor['seen'] : 0;
  const seen = before + (rows?.length ?? 0);
  const isShort = next === null && seen < (total ?? 0);
  if (isShort || (rows === undefined && next === null && total === null)) {
    throw unexpected(message('answers.incomplete', { channel }));
  }
  return next === null ? null : { token: next, seen };
}
