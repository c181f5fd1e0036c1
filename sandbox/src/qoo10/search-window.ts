import type { QapiCall } from './qapi-call.ts';
import { QapiError } from './reply.ts';
import { readTime } from './words.ts';

/** Refusals of the two lists; the numbers mean other things elsewhere (qoo10.md 2). */
export const listCodes = {
  dateInvalid: -10001,
  periodTooLong: -10002,
  statusInvalid: -10003,
  conditionInvalid: -10004,
} as const;

const longestDays = 90;
const day = 86_400_000;

/** From and to, inclusive, in milliseconds. Throws QapiError for dates that cannot be read and for more than 90 days. */
export function searchWindow(
  call: QapiCall,
  fromName: string,
  toName: string,
): { readonly from: number; readonly to: number } {
  const from = readTime(call.text(fromName), 'first');
  const to = readTime(call.text(toName), 'last');
  if (from === null || to === null || from > to)
    throw new QapiError(listCodes.dateInvalid, 'The date is invalid: yyyyMMdd or yyyyMMddHHmmss.');
  // Days count whole: from the first second of one to the last of another.
  if (to - from >= longestDays * day + 1_000)
    throw new QapiError(listCodes.periodTooLong, `The period must not exceed ${String(longestDays)} days.`);
  return { from, to: to + 999 };
}

/** A digit of `search_condition`; 1 when it was left out. */
export function searchCondition(call: QapiCall, name: string, most: number): number {
  const text = call.text(name);
  if (text === '') return 1;
  if (!/^\d$/.test(text) || Number(text) < 1 || Number(text) > most)
    throw new QapiError(listCodes.conditionInvalid, `${name} must be from 1 to ${String(most)}.`);
  return Number(text);
}
