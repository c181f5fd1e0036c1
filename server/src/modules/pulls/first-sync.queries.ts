import { sql } from 'kysely';
import type { Handle, Tx } from '../../platform/database/database.ts';
import type { ImportedKind } from './pulls.rules.ts';

/** Whether the first pull of a kind after the last authorisation has begun. */
export async function hasBegunFirst(
  tx: Tx,
  marketplace: { readonly id: number; readonly verified_at: Date },
  kind: ImportedKind,
): Promise<boolean> {
  const { rows } = await sql`
    select from marketplace_pulls
    where marketplace_id = ${marketplace.id} and kind = ${kind} and scope = 'first' and created_at >= ${marketplace.verified_at}
    limit 1`.execute(tx);
  return rows.length > 0;
}

/** Whether both pulls that follow the last authorisation are done. */
export async function firstPullsAreDone(db: Handle, marketplaceId: number): Promise<boolean> {
  const { rows } = await sql<{ kinds: number }>`
    select count(distinct p.kind)::int as kinds
    from marketplaces m join marketplace_pulls p on p.marketplace_id = m.id
    where m.id = ${marketplaceId} and m.first_synced_at is null and p.scope = 'first' and p.state = 'done' and p.created_at >= m.verified_at`.execute(
    db,
  );
  return rows[0]?.kinds === 2;
}

export interface FirstSync {
  readonly email: string;
  readonly name: string;
  readonly slug: string;
  readonly storeName: string;
  readonly storeSlug: string;
  readonly numOrders: number;
  readonly numProductListings: number;
}

/** The facts of a first sync for its mail: its recipient and its counts. */
export async function findFirstSync(db: Handle, marketplaceId: number): Promise<FirstSync | null> {
  const { rows } = await sql<FirstSync>`
    select u.email, m.name, m.slug, s.name as "storeName", s.slug as "storeSlug",
           m.num_orders as "numOrders", m.num_product_listings as "numProductListings"
    from marketplaces m join stores s on s.id = m.store_id join users u on u.id = m.verified_by_user_id
    where m.id = ${marketplaceId} and m.deleted_at is null and s.deleted_at is null`.execute(db);
  return rows[0] ?? null;
}
