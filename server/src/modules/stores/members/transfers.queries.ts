import { sql } from 'kysely';
import type { Handle, Tx } from '../../../platform/database/database.ts';

export type TransferState = 'pending' | 'cancelled' | 'accepted' | 'rejected';

export interface TransferRow {
  readonly id: number;
  readonly storeId: number;
  readonly state: TransferState;
  readonly transferrerId: number;
  readonly transferrerEmail: string;
  readonly transferreeId: number;
  readonly transferreeEmail: string;
  readonly createdAt: Date;
}

const columns = sql`
  select t.id, t.store_id as "storeId", t.state, t.created_at as "createdAt",
         t.transferrer_id as "transferrerId", a.email as "transferrerEmail",
         t.transferree_id as "transferreeId", b.email as "transferreeEmail"
  from store_transfers t join users a on a.id = t.transferrer_id join users b on b.id = t.transferree_id`;

export async function findTransfer(db: Handle, storeId: number, id: number): Promise<TransferRow | null> {
  const { rows } = await sql<TransferRow>`
    ${columns} where t.id = ${id} and t.store_id = ${storeId}`.execute(db);
  return rows[0] ?? null;
}

export async function findPendingTransfer(db: Handle, storeId: number): Promise<TransferRow | null> {
  const { rows } = await sql<TransferRow>`
    ${columns} where t.store_id = ${storeId} and t.state = 'pending'`.execute(db);
  return rows[0] ?? null;
}

/** Offers a store's ownership. Null: another offer is pending. */
export async function insertTransfer(
  tx: Tx,
  transfer: {
    readonly storeId: number;
    readonly transferrerId: number;
    readonly transferreeId: number;
    readonly now: Date;
  },
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    insert into store_transfers (store_id, transferrer_id, transferree_id, created_at)
    values (${transfer.storeId}, ${transfer.transferrerId}, ${transfer.transferreeId}, ${transfer.now})
    on conflict (store_id) where state = 'pending' do nothing
    returning id`.execute(tx);
  return rows[0]?.id ?? null;
}

/** Ends an offer that is pending. False: it had ended. */
export async function endTransfer(
  tx: Tx,
  id: number,
  state: Exclude<TransferState, 'pending'>,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    update store_transfers set state = ${state}, ended_at = ${now}
    where id = ${id} and state = 'pending' returning id`.execute(tx);
  return rows.length > 0;
}
