import type { MessageOnWire } from '@evenstock/contract/messages/message';
import { sql } from 'kysely';
import type { Handle, Tx } from '../../../platform/database/database.ts';

/** A listing that the marketplace refused to set to 0. */
export interface LeftOver {
  readonly listing_id: number;
  readonly name: string;
  readonly sku: string | null;
  /** The reason for the seller, with what to do. */
  readonly reason: string;
  /** Left out where it was kept before reasons were messages. */
  readonly reason_messages: readonly MessageOnWire[];
}

/** The progress or the outcome. */
export interface Zeroed {
  readonly done: number;
  readonly total: number;
  readonly leftOver: readonly LeftOver[];
}

export interface OpenZeroing {
  readonly storeId: number;
  readonly userId: number | null;
  readonly leadsTo: 'deactivate' | 'delete';
  readonly askedAt: Date;
  /** Whether the marketplace can be called. */
  readonly isConnected: boolean;
}

/** The open zeroing of a marketplace; null where there is none. */
export async function findOpenZeroing(db: Handle, marketplaceId: number): Promise<OpenZeroing | null> {
  const { rows } = await sql<OpenZeroing>`
    select z.store_id as "storeId", z.by_user_id as "userId", z.leads_to as "leadsTo", z.asked_at as "askedAt",
      m.state = 'verified' and not m.needs_authorization and m.deleted_at is null as "isConnected"
    from marketplace_zeroings z join marketplaces m on m.id = z.marketplace_id
    where z.marketplace_id = ${marketplaceId} and z.ended_at is null`.execute(db);
  return rows[0] ?? null;
}

/** Records the outcome of a zeroing. */
export async function keepZeroed(db: Handle, marketplaceId: number, zeroed: Zeroed, at: Date): Promise<void> {
  await sql`
    update marketplace_zeroings
    set ended_at = ${at}, done = ${zeroed.done}, total = ${zeroed.total}, left_over = ${JSON.stringify(zeroed.leftOver)}::jsonb
    where marketplace_id = ${marketplaceId} and ended_at is null`.execute(db);
}

export interface ZeroingRow extends Zeroed {
  readonly askedAt: Date;
  readonly endedAt: Date | null;
}

/** The progress or outcome of a zeroing; null where none was requested since the authorisation. */
export async function readZeroing(db: Handle, marketplaceId: number): Promise<ZeroingRow | null> {
  const { rows } = await sql<ZeroingRow>`
    select z.asked_at as "askedAt", z.ended_at as "endedAt", coalesce(z.done, now.done)::integer as done,
      coalesce(z.total, now.total)::integer as total, z.left_over as "leftOver"
    from marketplace_zeroings z
    cross join lateral (
      select count(*) as total, count(*) filter (where ls.forced and ls.acked_rev = ls.target_rev) as done
      from variant_listings vl left join listing_stocks ls on ls.variant_listing_id = vl.id
      where vl.marketplace_id = z.marketplace_id and vl.deleted_at is null and vl.state <> 'deleted') now
    where z.marketplace_id = ${marketplaceId}`.execute(db);
  return rows[0] ?? null;
}

/** Deletes the zeroing of a marketplace that is authorised again, so that its listings show the quantity again. */
export async function deleteZeroing(db: Handle, marketplaceId: number): Promise<void> {
  await sql`delete from marketplace_zeroings where marketplace_id = ${marketplaceId}`.execute(db);
}

/**
 * Locks a marketplace whose listings are to be set to 0.
 * @throws NoResultError where there is no such marketplace
 */
export async function lockForZeroing(
  tx: Tx,
  marketplaceId: number,
): Promise<{ isAuthorised: boolean; name: string }> {
  const { state, needs_authorization, name } = await tx
    .selectFrom('marketplaces')
    .select(['state', 'needs_authorization', 'name'])
    .where('id', '=', marketplaceId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { isAuthorised: state === 'verified' && !needs_authorization, name };
}

/** Records the request of a zeroing; a repeated request replaces it. */
export async function upsertZeroing(
  tx: Tx,
  zeroing: {
    readonly marketplaceId: number;
    readonly storeId: number;
    readonly userId: number;
    readonly leadsTo: OpenZeroing['leadsTo'];
    readonly now: Date;
  },
): Promise<void> {
  const { marketplaceId, storeId, userId, leadsTo, now } = zeroing;
  await tx
    .insertInto('marketplace_zeroings')
    .values({
      marketplace_id: marketplaceId,
      store_id: storeId,
      by_user_id: userId,
      leads_to: leadsTo,
      asked_at: now,
    })
    .onConflict((conflict) =>
      conflict.column('marketplace_id').doUpdateSet({ leads_to: leadsTo, by_user_id: userId }),
    )
    .execute();
}
