import { sql, type RawBuilder } from 'kysely';
import type { Handle } from '../../platform/database/database.ts';

/** The jobs that no worker has begun although their time has come. */
export interface QueueFigures {
  readonly due: number;
  readonly oldestDueAt: Date | null;
}

/** The statement of `readQueue`. */
export const queueFigures = (now: Date): RawBuilder<QueueFigures> => sql`
  select count(*)::integer as due, min(run_at) as "oldestDueAt"
  from graphile_worker._private_jobs where is_available and run_at <= ${now}`;

/** Counts the due jobs. */
export async function readQueue(db: Handle, now: Date): Promise<QueueFigures> {
  const { rows } = await queueFigures(now).execute(db);
  return rows[0] ?? { due: 0, oldestDueAt: null };
}

/** The connected shops of a channel. */
export interface ChannelFigures {
  readonly channel: string;
  readonly connected: number;
  /** Those whose seller must consent anew: nothing is read from them or written to them. */
  readonly unauthorised: number;
  /** Those whose orders were not polled for too long. */
  readonly late: number;
  /** The shop that was polled the longest ago; null where none is polled. */
  readonly polledAt: Date | null;
  /** When the first consent ends; null where none does. */
  readonly consentUntil: Date | null;
}

/**
 * The statement of `readChannels`. A shop that was authorised anew is polled from then on; one whose first import has not ended, or
 * whose places are not chosen, is not polled.
 */
export const channelFigures = (lateBefore: Readonly<Record<string, Date>>): RawBuilder<ChannelFigures> => sql`
  select channel, count(*)::integer as connected,
    count(*) filter (where needs_authorization)::integer as unauthorised,
    count(*) filter (where polled_at < late_before)::integer as late,
    min(polled_at) as "polledAt",
    min(auth_expiry) filter (where not needs_authorization) as "consentUntil"
  from (
    select m.channel, m.needs_authorization, m.auth_expiry, l.at::timestamptz as late_before,
      case when m.first_synced_at is not null and not m.needs_authorization and m.place_state = 'chosen'
        then greatest(coalesce(p.created_at, m.first_synced_at), m.verified_at) end as polled_at
    from marketplaces m
    join stores b on b.id = m.store_id and b.deleted_at is null
    join jsonb_each_text(${JSON.stringify(lateBefore)}::jsonb) l(channel, at) on l.channel = m.channel
    left join lateral (
      select created_at from marketplace_pulls
      where marketplace_id = m.id and kind = 'orders' and state = 'done'
      order by began_at desc limit 1) p on true
    where m.state = 'verified' and m.deleted_at is null and m.deactivated_at is null) shops
  group by channel order by channel`;

/**
 * Reads how the shops of each channel are polled, and how long their consent lasts.
 * @param lateBefore by channel: orders that were last polled before are late
 */
export async function readChannels(
  db: Handle,
  lateBefore: Readonly<Record<string, Date>>,
): Promise<ChannelFigures[]> {
  const { rows } = await channelFigures(lateBefore).execute(db);
  return rows;
}
