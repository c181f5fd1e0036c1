import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { createMarket, type Market } from '../../../testing/market.ts';
import { writeAttempts } from './pushes.queries.ts';

let market: Market;
beforeAll(async () => {
  market = await createMarket({ channels: ['shopee'], skus: { ONE: 5, TWO: 5, THREE: 5 } });
});
afterAll(() => market.close());

it('attempts that wait for a locked listing hold no lock on the count of their process', async () => {
  const { ctx } = market;
  const process = ctx.recoveryLog.processId;
  const token = randomUUID();
  await sql`insert into attempt_counts (process_id, count) values (${process}, 1) on conflict do nothing`.execute(
    ctx.db,
  );
  const { rows: listings } = await sql<{ id: number }>`
    update listing_stocks set lease_token = ${token}, lease_until = ${new Date(ctx.clock.now().getTime() + 60_000)}
    returning variant_listing_id as id`.execute(ctx.db);
  const lines = listings.map(({ id }) => ({
    variant_listing_id: id,
    revision: 1,
    quantity: 5,
    transformed: false,
    force_zero_qty: false,
    attempt_key: randomUUID(),
    compare_from: null,
  }));
  const last = Math.max(...listings.map(({ id }) => id));
  const now = ctx.clock.now();

  const writing = await inTransaction(ctx.db, async (tx) => {
    await sql`select from listing_stocks where variant_listing_id = ${last} for update`.execute(tx);
    const writes = writeAttempts(ctx.db, token, lines, { sentAt: now, now, process });
    await vi.waitUntil(async () => (await waitingForLocks()) === 1, { timeout: 20_000 });
    await sql`select from attempt_counts where process_id = ${process} for update nowait`.execute(tx);
    return { writes };
  });
  expect(await writing.writes).toHaveLength(3);
});

async function waitingForLocks(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(market.ctx.db);
  return rows[0]?.count ?? 0;
}
