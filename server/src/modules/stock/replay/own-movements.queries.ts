import { movementMessages } from '@evenstock/contract/messages/catalog/movements';
import type { AdjustmentReason } from '@evenstock/contract/kinds/adjustment-reasons';
import { sql } from 'kysely';
import type { Handle } from '../../../platform/database/database.ts';
import { epochsOfBookings } from '../ledger/epochs.queries.ts';
import { epochOf, loggedMovement, REMAINDER, type LoggedMovement } from '../ledger/logged-movement.rules.ts';

const PAGE = 1000;
const remainders = `${REMAINDER}%`;

interface OwnMovement {
  readonly movement: LoggedMovement;
  readonly at: Date;
}

interface OwnMovementRow extends Omit<LoggedMovement, 'source' | 'epochs' | 'merge' | 'reason'> {
  readonly merge: unknown;
  readonly type: string;
  readonly orderId: number | null;
  readonly marketplaceId: number | null;
  readonly listingId: number | null;
  readonly userId: number | null;
  readonly reason: AdjustmentReason | null;
  readonly reasonNote: string | null;
  readonly at: Date;
}

/** The next movements of the ledger, by id, that no marketplace can repeat. */
export async function ownMovementsAfter(db: Handle, id: number): Promise<OwnMovement[]> {
  const { rows } = await sql<OwnMovementRow>`
    select s.id, s.store_id as "storeId", s.variant_id as "variantId", s.adjustment, s.action, s.cause, s.source_type as type,
      s.source_order_id as "orderId", s.source_marketplace_id as "marketplaceId",
      s.source_listing_id as "listingId", s.source_user_id as "userId", s.reason,
      s.reason_note as "reasonNote", s.created_at as at,
      case when g.id is not null then jsonb_build_object('id', g.id, 'at', g.created_at, 'listings', g.listings,
        'quantityAfter', g.quantity_after, 'sources', (
          select coalesce(jsonb_agg(distinct (l ->> 'from_variant_id')::bigint), '[]') from jsonb_array_elements(g.listings) l
          where (l ->> 'from_variant_id')::bigint <> g.variant_id)) end as merge
    from stock_movements s
    left join variant_merges g on g.id = substring(s.cause from '^merge:(\\d{1,15})$')::bigint and g.variant_id = s.variant_id
    where s.id > ${id} and s.cause not like ${remainders} and (s.cause not like 'line:%' or s.action = ${movementMessages.restock})
    order by s.id limit ${PAGE}`.execute(db);
  const epochs = await epochsOfBookings(
    db,
    rows.flatMap((row) => epochOf(row) ?? []),
  );
  return rows.map(
    ({ type, orderId, marketplaceId, listingId, userId, at, merge, reason, reasonNote: note, ...row }) => ({
      movement: loggedMovement.parse({
        ...row,
        ...(merge === null ? {} : { merge }),
        source: { type, orderId, marketplaceId, listingId, userId },
        ...(reason === null ? {} : { reason: { code: reason, note } }),
        epochs: epochs.filter(({ id, joinedTo }) => id === epochOf(row) || joinedTo === epochOf(row)),
      }),
      at,
    }),
  );
}
