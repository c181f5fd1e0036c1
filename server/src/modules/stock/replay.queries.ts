import { sql } from 'kysely';
import type { Tx } from '../../platform/database.ts';
import { causeKey, type LoggedMovement } from './logged-movement.rules.ts';
import type { ReplayTargets } from './replay-movements.rules.ts';

/** Keys of the lines that the ledger has, also by the SKU that theirs was merged into. */
export async function knownCauses(tx: Tx, lines: readonly LoggedMovement[]): Promise<Set<string>> {
  const { rows } = await sql<{ variantId: number; cause: string }>`
    select w.variant_id as "variantId", w.cause
    from unnest(${lines.map(({ variantId }) => variantId)}::bigint[], ${lines.map(({ cause }) => cause)}::text[]) w(variant_id, cause)
    join stock_movements m on m.variant_id = w.variant_id and m.cause = w.cause`.execute(tx);
  return new Set(rows.map(causeKey));
}

/** What of the records that lines name is in the database. */
export async function replayTargets(tx: Tx, lines: readonly LoggedMovement[]): Promise<ReplayTargets> {
  const idsOf = (pick: (line: LoggedMovement) => number | null): number[] => [
    ...new Set(lines.flatMap((line) => pick(line) ?? [])),
  ];
  const variants = idsOf(({ variantId }) => variantId);
  const marketplaces = idsOf(({ source }) => (source.type === 'Marketplace' ? source.marketplaceId : null));
  const orders = idsOf(({ source }) => (source.type === 'Order' ? source.orderId : null));
  const users = idsOf(({ source }) => (source.type === 'User' ? source.userId : null));
  const { rows } = await sql<{ kind: 'variant' | 'marketplace' | 'order' | 'user'; id: number }>`
    select 'variant' as kind, v.id from variants v
    where v.id = any(${variants}::bigint[]) and (
      not exists (select from variant_listings vl where vl.variant_id = v.id and vl.deleted_at is null)
      or exists (
        select from variant_listings vl join listing_stocks ls on ls.variant_listing_id = vl.id
        where vl.variant_id = v.id and ls.counted_from is not null))
    union all select 'marketplace', id from marketplaces where id = any(${marketplaces}::bigint[])
    union all select 'order', id from orders where id = any(${orders}::bigint[])
    union all select 'user', id from users where id = any(${users}::bigint[])`.execute(tx);
  const of = (kind: string): ReadonlySet<number> =>
    new Set(rows.filter((row) => row.kind === kind).map(({ id }) => id));
  return { variants: of('variant'), marketplaces: of('marketplace'), orders: of('order'), users: of('user') };
}
