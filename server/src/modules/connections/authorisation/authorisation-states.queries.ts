import { sql } from 'kysely';
import type { ChannelKind } from '@evenstock/contract/channels/channels';
import type { Handle, Tx } from '../../../platform/database/database.ts';

/** A begun authorisation, with the facts of its marketplace that its completion needs. */
export interface AuthorisationState {
  readonly userId: number;
  readonly storeId: number;
  readonly marketplaceId: number;
  readonly channel: ChannelKind;
  readonly expiresAt: Date;
  readonly usedAt: Date | null;
  readonly shopName: string | null;
  readonly clockOffsetMs: number;
}

const columns = sql`
  a.user_id as "userId", a.store_id as "storeId", a.marketplace_id as "marketplaceId", a.channel,
  a.expires_at as "expiresAt", a.used_at as "usedAt", m.shop_name as "shopName", m.clock_offset_ms as "clockOffsetMs"`;

/** Spends a state once, in time, and only for its account, marketplace and channel. */
export async function spendState(
  db: Handle,
  hash: Buffer,
  where: {
    readonly userId: number;
    readonly channel: ChannelKind;
    readonly among: readonly number[];
  },
  now: Date,
): Promise<AuthorisationState | null> {
  const { rows } = await sql<AuthorisationState>`
    update authorisation_states a set used_at = ${now}
    from marketplaces m
    where a.state_hash = ${hash} and m.id = a.marketplace_id
      and a.used_at is null and a.expires_at > ${now}
      and a.user_id = ${where.userId} and a.channel = ${where.channel}
      and a.marketplace_id = any(${[...where.among]}::bigint[])
    returning ${columns}`.execute(db);
  return rows[0] ?? null;
}

export async function findState(db: Handle, hash: Buffer): Promise<AuthorisationState | null> {
  const { rows } = await sql<AuthorisationState>`
    select ${columns} from authorisation_states a join marketplaces m on m.id = a.marketplace_id
    where a.state_hash = ${hash}`.execute(db);
  return rows[0] ?? null;
}

/** Stores a begun authorisation. */
export async function insertState(
  tx: Tx,
  state: Pick<AuthorisationState, 'userId' | 'storeId' | 'marketplaceId' | 'channel' | 'expiresAt'> & {
    readonly hash: Buffer;
    readonly now: Date;
  },
): Promise<void> {
  await tx
    .insertInto('authorisation_states')
    .values({
      state_hash: state.hash,
      user_id: state.userId,
      store_id: state.storeId,
      marketplace_id: state.marketplaceId,
      channel: state.channel,
      created_at: state.now,
      expires_at: state.expiresAt,
    })
    .execute();
}

/** Deletes authorisations that expired before an instant. */
export async function deleteStatesExpiredBefore(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('authorisation_states').where('expires_at', '<', before).execute();
}
