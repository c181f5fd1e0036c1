import type { ActivityQuery } from '@evenstock/contract/journal/activity-log';
import {
  recipientTypes,
  type ActivityKey,
  type ActorType,
  type RecipientType,
} from '@evenstock/contract/kinds/activities';
import { monthsListed } from '@evenstock/contract/api/fields';
import { dayOf, daysAfter, monthsBefore, startOfDay } from '../../platform/time/days.ts';

/** A type of record, or one record of it. */
export interface RecipientFilter {
  readonly type: RecipientType;
  /** Null: any actor. */
  readonly id: number | null;
}

export interface ActivityFilter {
  /** Null: activities outside of any store. */
  readonly storeId: number | null;
  readonly recipient: RecipientFilter | null;
  readonly text: string | null;
  /** A pattern of those parts of the text that few orders' numbers have; without it, the index is read for the whole text. */
  readonly rareNumbers?: string | null;
  readonly key: ActivityKey | null;
  readonly actorType: ActorType | null;
  /** Null: activities of any age. */
  readonly from: Date | null;
  readonly before: Date | null;
}

const DAYS_SHOWN = 1;

/** Parses `Product` or `Product:12`, as the contract's schema accepts it. */
export function recipientOf(text: string): RecipientFilter | null {
  const [name, id] = text.split(':');
  const type = recipientTypes.find((known) => known === name);
  return type === undefined ? null : { type, id: id === undefined ? null : Number(id) };
}

/**
 * The filter of a call: the given days, both included, in the given zone; since yesterday where none is given. The activities of
 * one record have no limit. Null where the first day is older than the caller may list.
 */
export function activityFilter(
  query: ActivityQuery,
  of: { readonly storeId: number | null; readonly record: RecipientFilter | null },
  at: { readonly now: Date; readonly zone: string; readonly unlimited: boolean },
): ActivityFilter | null {
  const q = query.q ?? {};
  const asked = q.recipient ?? query.recipient;
  const recipient = of.record ?? (asked === undefined ? null : recipientOf(asked));
  const isOfOne = recipient !== null && recipient.id !== null;
  const today = dayOf(at.now, at.zone);
  const to = q.created_at_datelteq;
  const yesterday = daysAfter(to !== undefined && to < today ? to : today, -DAYS_SHOWN);
  const first = q.created_at_dategteq ?? (isOfOne ? null : yesterday);
  const oldest = monthsBefore(today, monthsListed);
  if (first !== null && first < oldest && !isOfOne && !at.unlimited) return null;
  const text = q.text?.trim() ?? '';
  return {
    storeId: of.storeId,
    recipient,
    text: text === '' ? null : text,
    key: q.key ?? null,
    actorType: q.actor_type ?? null,
    from: first === null ? null : startOfDay(first, at.zone),
    before: to === undefined ? null : startOfDay(daysAfter(to, 1), at.zone),
  };
}
