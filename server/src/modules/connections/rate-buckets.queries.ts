import { sql } from 'kysely';
import type { RateLimit } from '@evenstock/connectors/kit/rate-limit';
import type { Handle } from '../../platform/database.ts';

/** What a bucket holds at an instant, by its last filling: never more than the burst. */
const filled = (limit: RateLimit, now: Date) => sql`
  least(${limit.burst}::float8, tokens + ${limit.perSecond}::float8 * greatest(0, extract(epoch from ${now}::timestamptz - refilled_at)))`;

/**
 * Takes `cost` tokens if `reserve` are left afterwards. One statement: callers on any machine wait for each other's row.
 * @returns whether they were taken; false too for a bucket that does not exist
 */
export async function takeTokens(
  db: Handle,
  key: string,
  limit: RateLimit,
  cost: number,
  reserve: number,
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update rate_buckets
    set tokens = ${filled(limit, now)} - ${cost}::float8, refilled_at = greatest(refilled_at, ${now}::timestamptz)
    where key = ${key} and ${filled(limit, now)} >= ${cost}::float8 + ${reserve}::float8`.execute(db);
  return numAffectedRows === 1n;
}

/**
 * Takes `cost` tokens that are not all there yet, unless others are booked already: whoever comes after waits until the bucket
 * has filled up to nothing again, and so does the booker.
 * @returns what the bucket holds then, less than nothing as a rule; null where it was booked already
 */
export async function bookTokens(
  db: Handle,
  key: string,
  limit: RateLimit,
  cost: number,
  now: Date,
): Promise<number | null> {
  const { rows } = await sql<{ tokens: number }>`
    update rate_buckets
    set tokens = ${filled(limit, now)} - ${cost}::float8, refilled_at = greatest(refilled_at, ${now}::timestamptz)
    where key = ${key} and ${filled(limit, now)} >= 0 returning tokens`.execute(db);
  return rows[0]?.tokens ?? null;
}

/** Tokens that were taken and are not needed; less than nothing where more are. */
export async function giveBackTokens(
  db: Handle,
  key: string,
  limit: RateLimit,
  tokens: number,
): Promise<void> {
  await sql`
    update rate_buckets set tokens = least(${limit.burst}::float8, tokens + ${tokens}::float8) where key = ${key}`.execute(
    db,
  );
}

/** A bucket's tokens at an instant; a bucket that does not exist is made, and is full. */
export async function readTokens(db: Handle, key: string, limit: RateLimit, now: Date): Promise<number> {
  await sql`
    insert into rate_buckets (key, tokens, refilled_at) values (${key}, ${limit.burst}, ${now})
    on conflict (key) do nothing`.execute(db);
  const { rows } = await sql<{ tokens: number }>`
    select ${filled(limit, now)} as tokens from rate_buckets where key = ${key}`.execute(db);
  return rows[0]?.tokens ?? 0;
}

/** The vendor asked for a pause: nobody takes a token of this bucket for so many seconds. */
export async function drainTokens(
  db: Handle,
  key: string,
  limit: RateLimit,
  seconds: number,
  now: Date,
): Promise<void> {
  await sql`
    update rate_buckets
    set tokens = least(${filled(limit, now)}, ${-limit.perSecond * seconds}::float8), refilled_at = greatest(refilled_at, ${now}::timestamptz)
    where key = ${key}`.execute(db);
}
