import { sql } from 'kysely';
import type { RateLimit } from '@evenstock/connectors/kit/rate-limit';
import type { Handle } from '../../../platform/database/database.ts';

/** The tokens in a bucket at an instant, refilled since its last use up to the burst. */
const filled = (limit: RateLimit, now: Date) => sql`
  least(${limit.burst}::float8, tokens + ${limit.perSecond}::float8 * greatest(0, extract(epoch from ${now}::timestamptz - refilled_at)))`;

/**
 * Takes `cost` tokens if `reserve` tokens are left afterwards. It is one statement, so the row lock serialises callers of all
 * machines.
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
 * Reserves `cost` tokens in advance, unless another reservation is open. The bucket may go below zero; its owner and later
 * callers wait until it has refilled to zero.
 * @returns the tokens that are left, commonly below zero; null where another reservation is open
 */
export async function reserveTokens(
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

/** Refunds tokens that were taken and not needed; a negative number takes more. */
export async function refundTokens(db: Handle, key: string, limit: RateLimit, tokens: number): Promise<void> {
  await sql`
    update rate_buckets set tokens = least(${limit.burst}::float8, tokens + ${tokens}::float8) where key = ${key}`.execute(
    db,
  );
}

/** Reads a bucket's tokens at an instant. A bucket that does not exist is created full. */
export async function readTokens(db: Handle, key: string, limit: RateLimit, now: Date): Promise<number> {
  await sql`
    insert into rate_buckets (key, tokens, refilled_at) values (${key}, ${limit.burst}, ${now})
    on conflict (key) do nothing`.execute(db);
  const { rows } = await sql<{ tokens: number }>`
    select ${filled(limit, now)} as tokens from rate_buckets where key = ${key}`.execute(db);
  return rows[0]?.tokens ?? 0;
}

/** Drains a bucket below zero, so that no token can be taken for some seconds. */
export async function drainTokens(
  db: Handle,
  key: string,
  limit: RateLimit,
  seconds: number,
  now: Date,
): Promise<void> {
  await sql`
    update rate_buckets
    set tokens = least(${filled(limit, now)}, ${1 - limit.perSecond * seconds}::float8), refilled_at = greatest(refilled_at, ${now}::timestamptz)
    where key = ${key}`.execute(db);
}
