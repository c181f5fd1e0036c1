import { sql } from 'kysely';
import type { Handle, Tx } from '../../platform/database/database.ts';
import { pullColumns, type PullRow } from './pulls.queries.ts';

/** Takes over the lease of a running pull for its operation. Null: the pull has ended. */
export async function takeOver(
  db: Handle,
  pullId: number,
  lease: { readonly token: string; readonly until: Date },
): Promise<PullRow | null> {
  const { rows } = await sql<PullRow>`
    update marketplace_pulls p set lease_token = ${lease.token}, lease_until = ${lease.until}
    from marketplaces m
    where p.id = ${pullId} and m.id = p.marketplace_id and p.state = 'running'
    returning ${pullColumns}, m.name as marketplace_name, m.channel`.execute(db);
  return rows[0] ?? null;
}

interface PullPlace {
  readonly storeId: number;
  readonly marketplaceId: number;
}

const place = sql`store_id as "storeId", marketplace_id as "marketplaceId"`;

/** Ends a running pull early; it keeps its cursor. Null: it does not run. */
export async function endEarly(
  tx: Tx,
  pullId: number,
  how: { readonly state: 'cancelled' | 'failed'; readonly at: Date },
): Promise<PullPlace | null> {
  const { rows } = await sql<PullPlace>`
    update marketplace_pulls set state = ${how.state}, finished_at = ${how.at}, lease_token = null, lease_until = null
    where id = ${pullId} and state = 'running' returning ${place}`.execute(tx);
  return rows[0] ?? null;
}

/** Resumes a pull that ended early. Null: it did not, or a pull of its kind and scope runs. */
export async function reopen(tx: Tx, pullId: number): Promise<PullPlace | null> {
  const { rows } = await sql<PullPlace>`
    update marketplace_pulls p set state = 'running', finished_at = null, failures = 0, error = null
    where id = ${pullId} and state in ('cancelled', 'failed') and not exists (
      select from marketplace_pulls r
      where r.marketplace_id = p.marketplace_id and r.kind = p.kind and r.scope = p.scope and r.state = 'running')
    returning ${place}`.execute(tx);
  return rows[0] ?? null;
}
