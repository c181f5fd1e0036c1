import { sql } from 'kysely';
import type { Context } from '../../context.ts';

const KEPT_DAYS = 7;

/** Deletes pulls that ended more than a week ago, but never the newest of their kind and scope. */
export async function forgetOldPulls(ctx: Context): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - KEPT_DAYS * 86_400_000);
  await sql`
    delete from marketplace_pulls p
    where p.state <> 'running' and p.finished_at < ${before} and exists (
      select from marketplace_pulls n
      where n.marketplace_id = p.marketplace_id and n.kind = p.kind and n.scope = p.scope and n.state = p.state
        and n.id > p.id)`.execute(ctx.db);
}
