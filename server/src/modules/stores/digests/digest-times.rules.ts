import { digestHour } from '@evenstock/contract/stores/stores';
import { dayOf, daysAfter, startOfDay } from '../../../platform/time/days.ts';

const HOUR_MS = 60 * 60_000;

/** When the next digest is due: at its hour of the store's day, after `now`. */
export function nextDigest(now: Date, zone: string): Date {
  const today = dayOf(now, zone);
  const at = (day: string): Date => new Date(startOfDay(day, zone).getTime() + digestHour * HOUR_MS);
  const due = at(today);
  return due > now ? due : at(daysAfter(today, 1));
}
