import { sql } from 'kysely';
import type { Tx } from '../../platform/database.ts';

/** A marketplace with what a notification of it needs. */
export interface NamedMarketplace {
  readonly id: number;
  readonly storeId: number;
  readonly slug: string;
  readonly name: string;
}

/**
 * Locks a marketplace that was not left: until the transaction ends nobody authorises it, leaves it, or notifies of it.
 * @returns null for one that was deactivated or deleted, or whose store is gone
 */
export async function lockMarketplace(tx: Tx, id: number): Promise<NamedMarketplace | null> {
  const { rows } = await sql<NamedMarketplace>`
    select m.id, m.store_id as "storeId", m.slug, m.name
    from marketplaces m join stores s on s.id = m.store_id
    where m.id = ${id} and m.deleted_at is null and m.deactivated_at is null and s.deleted_at is null
    for no key update of m`.execute(tx);
  return rows[0] ?? null;
}
