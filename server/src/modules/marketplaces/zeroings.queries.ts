import { sql } from 'kysely';
import type { Handle } from '../../platform/database.ts';

/** A listing that the marketplace did not let us set to 0. */
export interface LeftOver {
  readonly listing_id: number;
  readonly name: string;
  readonly sku: string | null;
  /** In the seller's words, with what to do. */
  readonly reason: string;
}

/** How it went, or stands. */
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
  /** The marketplace takes our calls still. */
  readonly isConnected: boolean;
}

/** A marketplace's listings that are being set to 0; null where none are. */
export async function findOpenZeroing(db: Handle, marketplaceId: number): Promise<OpenZeroing | null> {
  const { rows } = await sql<OpenZeroing>`
    select z.store_id as "storeId", z.by_user_id as "userId", z.leads_to as "leadsTo", z.asked_at as "askedAt",
      m.state = 'verified' and not m.needs_authorization and m.deleted_at is null as "isConnected"
    from marketplace_zeroings z join marketplaces m on m.id = z.marketplace_id
    where z.marketplace_id = ${marketplaceId} and z.ended_at is null`.execute(db);
  return rows[0] ?? null;
}

/** Keeps how it ended. */
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

/** How far a marketplace's listings are set to 0, or how it ended; null where that was not asked since it was authorised. */
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

/** The shop is connected again: its listings show the quantity again. */
export async function forgetZeroing(db: Handle, marketplaceId: number): Promise<void> {
  await sql`delete from marketplace_zeroings where marketplace_id = ${marketplaceId}`.execute(db);
}
