import type { ChannelReply } from './http.ts';
import type { Interval } from './paging.ts';

/** The interval in which all of these replies were taken; the present if there are none. */
export function intervalOf(replies: readonly Pick<ChannelReply, 'began' | 'ended'>[], now: Date): Interval {
  const began = replies.map((reply) => reply.began.getTime());
  const ended = replies.map((reply) => reply.ended.getTime());
  return {
    began: began.length === 0 ? now : new Date(Math.min(...began)),
    ended: ended.length === 0 ? now : new Date(Math.max(...ended)),
  };
}

/** Splits a list into chunks of at most `size`. */
export function chunk<T>(list: readonly T[], size: number): T[][] {
  const pieces: T[][] = [];
  for (let start = 0; start < list.length; start += size) pieces.push(list.slice(start, start + size));
  return pieces;
}

/** Each record once, by its id: an answer, or a page that moves while it is read, has some twice. Of those the last counts. Records without an id all stay. */
export function onceEach<T>(list: readonly T[], idOf: (item: T) => string | null): T[] {
  return [...new Map(list.map((item) => [idOf(item) ?? Symbol('no id'), item])).values()];
}

/** Runs the work for each item, at most `width` at a time; the results are in the order of the list. */
export async function mapConcurrent<T, R>(
  list: readonly T[],
  width: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const done: R[] = [];
  for (const piece of chunk(list, width)) done.push(...(await Promise.all(piece.map(work))));
  return done;
}
