import type { AdjustmentReason } from '@evenstock/contract/kinds/adjustment-reasons';
import { sql } from 'kysely';
import type { Handle } from '../../../platform/database/database.ts';
import { filtered, type MovementFilter } from '../ledger/stock.queries.ts';

export interface ExportedMovement {
  readonly id: number;
  readonly created_at: Date;
  readonly variant_id: number;
  readonly sku: string | null;
  readonly product: string;
  readonly variant: string;
  readonly source_type: string;
  /** An order's reference number, a marketplace's name, or a member's email. */
  readonly source: string | null;
  readonly action: string;
  readonly reason: AdjustmentReason | null;
  readonly reason_note: string | null;
  readonly adjustment: number;
  readonly final_quantity: number;
}

export async function countMovements(db: Handle, filter: MovementFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from ${filtered(filter)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The next movements of a filter, the newest first. */
export async function movementsBefore(
  db: Handle,
  filter: MovementFilter,
  { before, limit }: { readonly before: number | null; readonly limit: number },
): Promise<readonly ExportedMovement[]> {
  const older = before === null ? sql`true` : sql`s.id < ${before}`;
  const { rows } = await sql<ExportedMovement>`
    select s.id, s.created_at, v.id as variant_id, v.sku, p.name as product, v.name as variant, s.source_type,
      case s.source_type when 'Order' then o.reference_number when 'User' then u.email else m.name end as source,
      s.action, s.reason, s.reason_note, s.adjustment, s.final_quantity
    from (select s.id from ${filtered(filter)} and ${older} order by s.id desc limit ${limit}) page
    join stock_movements s on s.id = page.id
    join variants v on v.id = s.variant_id
    join products p on p.id = v.product_id
    left join orders o on o.id = s.source_order_id
    left join users u on u.id = s.source_user_id
    left join marketplaces m on m.id = s.source_marketplace_id
    order by s.id desc`.execute(db);
  return rows;
}
