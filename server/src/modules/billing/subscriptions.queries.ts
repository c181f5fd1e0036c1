import { sql } from 'kysely';
import type { Handle, Tx } from '../../platform/database/database.ts';

export interface PaidStore {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly subscriptionId: string | null;
  readonly subscriptionTier: string | null;
  readonly isDeleted: boolean;
}

const columns = sql`
  id, slug, name, stripe_subscription_id as "subscriptionId", console_subscription_tier as "subscriptionTier",
  deleted_at is not null as "isDeleted"`;

export async function findPaidStore(db: Handle, storeId: number): Promise<PaidStore | null> {
  const { rows } = await sql<PaidStore>`
    select ${columns} from stores where id = ${storeId}`.execute(db);
  return rows[0] ?? null;
}

/** As above, with the row locked, which serialises payments and merges of a store. */
export async function lockPaidStore(tx: Tx, storeId: number): Promise<PaidStore | null> {
  const { rows } = await sql<PaidStore>`
    select ${columns} from stores where id = ${storeId} for no key update`.execute(tx);
  return rows[0] ?? null;
}

export async function setSubscription(
  tx: Tx,
  storeId: number,
  subscription: { readonly id: string; readonly tier: string } | null,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('stores')
    .set({
      stripe_subscription_id: subscription?.id ?? null,
      console_subscription_tier: subscription?.tier ?? null,
      updated_at: at,
    })
    .where('id', '=', storeId)
    .execute();
}

/** Stores a subscription; one that stopped and was resumed is the same. */
export async function keepSubscription(
  tx: Tx,
  { id, storeId, beganAt }: { readonly id: string; readonly storeId: number; readonly beganAt: Date },
): Promise<void> {
  await tx
    .insertInto('store_subscriptions')
    .values({ id, store_id: storeId, began_at: beganAt })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ ended_at: null }))
    .execute();
}

/** The store of a subscription that is kept. */
export async function findSubscribedStore(db: Handle, id: string): Promise<number | null> {
  const found = await db
    .selectFrom('store_subscriptions')
    .select('store_id')
    .where('id', '=', id)
    .executeTakeFirst();
  return found?.store_id ?? null;
}

/** Records when a subscription ended, which is never before it began. */
export async function markEnded(tx: Tx, id: string, at: Date): Promise<void> {
  await sql`
    update store_subscriptions set ended_at = greatest(began_at, ${at}::timestamptz)
    where id = ${id} and ended_at is null`.execute(tx);
}
