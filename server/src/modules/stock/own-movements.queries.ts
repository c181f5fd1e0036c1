import { movementMessages } from '@evenstock/contract/messages/movements';
import type { AdjustmentReason } from '@evenstock/contract/stock';
import { sql } from 'kysely';
import type { Handle } from '../../platform/database.ts';
import { epochsOfBookings } from './epochs.queries.ts';
import { epochOf, loggedMovement, type LoggedMovement } from './logged-movement.rules.ts';

const PAGE = 1000;

interface OwnMovement {
  readonly movement: LoggedMovement;
  readonly at: Date;
}

interface OwnMovementRow extends Omit<LoggedMovement, 'source' | 'epochs' | 'reason'> {
  readonly type: string;
  readonly orderId: number | null;
  readonly marketplaceId: number | null;
  readonly userId: number | null;
  readonly reason: AdjustmentReason | null;
  readonly reasonNote: string | null;
  readonly at: Date;
}

/** The next movements of the ledger, by id, that no marketplace can repeat. */
export async function ownMovementsAfter(db: Handle, id: number): Promise<OwnMovement[]> {
  const { rows } = await sql<OwnMovementRow>`
    select id, store_id as "storeId", variant_id as "variantId", adjustment, action, cause, source_type as type,
      source_order_id as "orderId", source_marketplace_id as "marketplaceId", source_user_id as "userId",
      reason, reason_note as "reasonNote", created_at as at
    from stock_movements where id > ${id} and (cause not like 'line:%' or action = ${movementMessages.restock})
    order by id limit ${PAGE}`.execute(db);
  const epochs = await epochsOfBookings(
    db,
    rows.flatMap((row) => epochOf(row) ?? []),
  );
  return rows.map(({ type, orderId, marketplaceId, userId, at, reason, reasonNote: note, ...row }) => ({
    movement: loggedMovement.parse({
      ...row,
      source: { type, orderId, marketplaceId, userId },
      ...(reason === null ? {} : { reason: { code: reason, note } }),
      epochs: epochs.filter(({ id, joinedTo }) => id === epochOf(row) || joinedTo === epochOf(row)),
    }),
    at,
  }));
}
