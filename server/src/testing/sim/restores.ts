import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChannelKind } from '@evenstock/contract/channels/channels';
import { sql } from 'kysely';
import { answerCount } from '../../modules/stock/replay/answer-count.ts';
import { countsOf } from '../../modules/stock/ledger/recovery-counts.queries.ts';
import { buy, say, type Stage } from './actors.ts';
import { memberCall } from './member-call.ts';
import type { Prng } from './prng.ts';

/*
 * A backup of the database is restored later, while buyers continue. The program is started again, with the recovery log or without
 * it, and members count what it asks for.
 */

/** The restores of a run. */
export interface Restores {
  readonly prng: Prng;
  /** The number of actions after which it happens. */
  readonly backUpAt: number;
  /** One backup may be put back twice. */
  readonly putBackAt: readonly number[];
  readonly isLogKept: boolean;
  readonly folder: string;
  /** Quantities before the first action, by SKU. */
  readonly opening: ReadonlyMap<string, number>;
  backup: string | null;
}

/** A new folder for the recovery log of a run. */
export const newRecoveryFolder = (): string => mkdtempSync(join(tmpdir(), 'evenstock-sim-'));

/**
 * Decides when the backup of a run is taken and when it is restored.
 * @param mayLoseLog where nobody edits in the shops: an edit that only a lost booking recorded cannot be recovered
 */
export async function planRestores(
  { market: { ctx } }: Stage,
  prng: Prng,
  run: { readonly actions: number; readonly folder: string; readonly mayLoseLog: boolean },
): Promise<Restores> {
  const backUpAt = prng.whole(1, Math.floor(run.actions * 0.4));
  const first = prng.whole(backUpAt + 1, Math.floor(run.actions * 0.7));
  const second = prng.chance(0.3) ? [prng.whole(first + 1, run.actions - 2)] : [];
  const { rows } = await sql<{ sku: string; quantity: number }>`
    select sku, sum(quantity)::integer as quantity from variants group by sku`.execute(ctx.db);
  return {
    prng,
    backUpAt,
    putBackAt: [first, ...second],
    isLogKept: !run.mayLoseLog || prng.chance(0.5),
    folder: run.folder,
    opening: new Map(rows.map(({ sku, quantity }) => [sku, quantity])),
    backup: null,
  };
}

export async function takeBackup(stage: Stage, restores: Restores): Promise<void> {
  restores.backup = await stage.market.ctx.database.backUp();
  say(stage, 'a backup of the database is taken');
}

/** Stops the program, restores the backup and starts the program again. No task of it may be running. */
export async function putBack(stage: Stage, restores: Restores): Promise<void> {
  const { backup, prng, isLogKept, folder } = restores;
  const { ctx, clock } = stage.market;
  if (backup === null) throw new Error('No backup was taken.');
  if (!isLogKept) for (const code of await unsettled(stage)) stage.record.untold.add(code);
  for (let sales = prng.whole(0, 3); sales > 0; sales -= 1) {
    clock.advance(prng.whole(1, 30) * 1000);
    buy(stage);
  }
  await ctx.database.restore(backup);
  if (!isLogKept) rmSync(folder, { recursive: true, force: true });
  // Longer than a process is taken for alive that was so at the backup.
  clock.advance(prng.whole(31, 90) * 1000);
  await ctx.restart();
  await sql`update graphile_worker._private_jobs set locked_at = null, locked_by = null`.execute(ctx.db);
  await ctx.generation.agree(ctx);
  say(stage, `the backup is put back, ${isLogKept ? 'with' : 'without'} the recovery log`);
}

/** SKUs whose quantity some shop does not show: a change by a member just before the log is lost cannot be recovered. */
async function unsettled({ market }: Stage): Promise<string[]> {
  const { rows } = await sql<{ sku: string; channel: ChannelKind; quantity: number; settled: boolean }>`
    select l.sku, m.channel, v.quantity, s.acked_rev = s.target_rev and s.lease_token is null and s.quarantine_until is null as settled
    from variant_listings l join variants v on v.id = l.variant_id join marketplaces m on m.id = l.marketplace_id
    join listing_stocks s on s.variant_listing_id = l.id where l.deleted_at is null`.execute(market.ctx.db);
  return rows
    .filter(({ sku, channel, quantity, settled }) => {
      const shown = market.sandbox.control
        .listings(channel, market.shop(channel).shop)
        .find((one) => one.sku === sku);
      return !settled || shown?.quantity !== quantity;
    })
    .map(({ sku }) => sku);
}

/** A member counts what a recovery asks for: units in the house, of the orders that the program knows. */
export async function answerCounts(stage: Stage, { opening }: Restores): Promise<void> {
  const { market, record } = stage;
  const { ctx, storeId } = market;
  const { rows } = await countsOf(ctx.db, storeId, { perPage: 50, offset: 0 });
  for (const { variantId, sku } of rows) {
    const code = sku ?? '';
    const quantity =
      (opening.get(code) ?? 0) + (record.adjusted.get(code) ?? 0) + (await changedBySales(stage, code));
    const params = { storeId: String(storeId), variantId: String(variantId) };
    await answerCount(memberCall(stage, { params, query: {}, body: { quantity } }));
    record.untold.delete(code);
    say(stage, `member counts ${String(quantity)} of ${code}`);
  }
}

/** The recorded changes by orders and by sellers' edits. */
async function changedBySales({ market: { ctx } }: Stage, sku: string): Promise<number> {
  const { rows } = await sql<{ units: number }>`
    select (coalesce((select sum(effect) from order_items where sku = ${sku}), 0)
      + coalesce((select sum(i.effect * (p ->> 1)::integer) from order_items i, jsonb_array_elements(i.made_of) p
          join variants v on v.id = (p ->> 0)::bigint where v.sku = ${sku}), 0)
      + coalesce((select sum(m.adjustment) from stock_movements m join variants v on v.id = m.variant_id
          where v.sku = ${sku} and m.cause like 'epoch:%'), 0))::integer as units`.execute(ctx.db);
  return rows[0]?.units ?? 0;
}

/** Shops whose tokens of the backup are not taken any more. */
export async function shopsWithoutConsent({ market: { ctx } }: Stage): Promise<Set<ChannelKind>> {
  const { rows } = await sql<{
    channel: ChannelKind;
  }>`select channel from marketplaces where needs_authorization order by id`.execute(ctx.db);
  return new Set(rows.map(({ channel }) => channel));
}
