import { sql } from 'kysely';
import type { Handle, Tx } from '../../../platform/database/database.ts';

export interface LiveToken {
  readonly id: number;
  readonly storeId: number;
  readonly userId: number;
  readonly email: string;
  readonly scopes: readonly string[];
  readonly passwordExpired: boolean;
  readonly hasSecondFactor: boolean;
  readonly lastUsedAt: Date | null;
}

/** A living token with the facts of its person. */
export async function findToken(db: Handle, tokenHash: Buffer, now: Date): Promise<LiveToken | null> {
  const { rows } = await sql<LiveToken>`
    select t.id, t.store_id as "storeId", u.id as "userId", u.email, t.scopes, u.password_expired as "passwordExpired",
           u.second_factor_on_at is not null as "hasSecondFactor", t.last_used_at as "lastUsedAt"
    from access_tokens t join users u on u.id = t.user_id and u.deleted_at is null
    where t.token_hash = ${tokenHash} and t.ended_at is null and t.expires_at > ${now}`.execute(db);
  return rows[0] ?? null;
}

/** Notes that a token was used, unless it was noted since `before`. */
export async function markUsed(db: Handle, id: number, now: Date, before: Date): Promise<void> {
  await sql`
    update access_tokens set last_used_at = ${now}
    where id = ${id} and (last_used_at is null or last_used_at <= ${before})`.execute(db);
}

/**
 * Counts a call of a token. A minute begins with the first call after the one before has ended.
 * @returns the calls of this minute, with this one, and when it began
 */
export async function countCall(
  db: Handle,
  tokenId: number,
  now: Date,
  minuteAgo: Date,
): Promise<{ calls: number; minute: Date }> {
  const { rows } = await sql<{ calls: number; minute: Date }>`
    insert into access_token_calls as c (access_token_id, minute, calls) values (${tokenId}, ${now}, 1)
    on conflict (access_token_id) do update set
      minute = case when c.minute <= ${minuteAgo} then excluded.minute else c.minute end,
      calls = case when c.minute <= ${minuteAgo} then 1 else c.calls + 1 end
    returning calls, minute`.execute(db);
  return rows[0] ?? { calls: 1, minute: now };
}

export interface TokenRow {
  readonly id: number;
  readonly name: string;
  readonly prefix: string;
  readonly scopes: readonly string[];
  readonly userId: number;
  readonly email: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly lastUsedAt: Date | null;
}

const row = sql`
  t.id, t.name, t.prefix, t.scopes, u.id as "userId", u.email, t.created_at as "createdAt", t.expires_at as "expiresAt",
  t.last_used_at as "lastUsedAt"`;

/** A page of the living tokens of a store. @param userId null: everybody’s */
export async function readTokens(
  db: Handle,
  { storeId, userId, now }: { readonly storeId: number; readonly userId: number | null; readonly now: Date },
  page: { readonly offset: number; readonly perPage: number },
): Promise<{ tokens: TokenRow[]; totalCount: number }> {
  const living = sql`
    from access_tokens t join users u on u.id = t.user_id
    where t.store_id = ${storeId} and t.ended_at is null and t.expires_at > ${now}
      and (${userId}::bigint is null or t.user_id = ${userId})`;
  const { rows: counted } = await sql<{ count: number }>`select count(*)::integer as count ${living}`.execute(
    db,
  );
  const { rows: tokens } = await sql<TokenRow>`
    select ${row} ${living} order by t.created_at desc, t.id desc limit ${page.perPage} offset ${page.offset}`.execute(
    db,
  );
  return { tokens, totalCount: counted[0]?.count ?? 0 };
}

/** Living tokens of a person in a store. The person's row is locked, so that two at once are counted one after the other. */
export async function countTokens(tx: Tx, storeId: number, userId: number, now: Date): Promise<number> {
  await sql`select from users where id = ${userId} for no key update`.execute(tx);
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from access_tokens
    where store_id = ${storeId} and user_id = ${userId} and ended_at is null and expires_at > ${now}`.execute(
    tx,
  );
  return rows[0]?.count ?? 0;
}

export async function insertToken(
  tx: Tx,
  token: {
    readonly storeId: number;
    readonly userId: number;
    readonly name: string;
    readonly prefix: string;
    readonly tokenHash: Buffer;
    readonly scopes: readonly string[];
    readonly now: Date;
    readonly expiresAt: Date;
  },
): Promise<TokenRow> {
  const { rows } = await sql<TokenRow>`
    with t as (
      insert into access_tokens (store_id, user_id, name, prefix, token_hash, scopes, created_at, expires_at)
      values (${token.storeId}, ${token.userId}, ${token.name}, ${token.prefix}, ${token.tokenHash},
        ${token.scopes}, ${token.now}, ${token.expiresAt})
      returning *
    )
    select ${row} from t join users u on u.id = t.user_id`.execute(tx);
  const [inserted] = rows;
  if (inserted === undefined) throw new Error('The account of a new access token is gone.');
  return inserted;
}

/** Ends a living token of a store. @param userId null: anybody’s. False: there is no such token */
export async function endToken(
  tx: Tx,
  { storeId, id, userId, now }: { storeId: number; id: number; userId: number | null; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update access_tokens set ended_at = ${now}
    where id = ${id} and store_id = ${storeId} and ended_at is null and expires_at > ${now}
      and (${userId}::bigint is null or user_id = ${userId})
    returning id`.execute(tx);
  return rows.length > 0;
}

/** Ends living tokens: a person's, in one store or in all; everybody's without a person. */
export async function endTokens(
  tx: Tx,
  whose: { readonly userId: number | null; readonly storeId: number | null },
  now: Date,
): Promise<void> {
  await sql`
    update access_tokens set ended_at = ${now}
    where ended_at is null and (${whose.userId}::bigint is null or user_id = ${whose.userId})
      and (${whose.storeId}::bigint is null or store_id = ${whose.storeId})`.execute(tx);
}
