import { sql } from 'kysely';
import { keepBack } from '../keep-back.ts';
import { say, type FaultProfile, type Stage } from './actors.ts';
import type { Prng } from './prng.ts';

const MOST = 4;

/** The store keeps a safety stock from the beginning on, at one of its shops at least. */
export async function keepBackAtFirst(stage: Stage, prng: Prng): Promise<void> {
  await switchKept(stage, true);
  await keepAtShop(stage, prng, prng.whole(1, MOST));
}

/** A member keeps other units back: at a shop, of a SKU, or switches all of it. */
export async function keepOthersBack(stage: Stage, prng: Prng, { merges }: FaultProfile): Promise<void> {
  const { isKept } = stage.record.keptBack;
  if (!isKept || prng.chance(0.1)) return switchKept(stage, !isKept);
  // A SKU that leaves another begins without: which of a code keeps what is not told where they are merged and unmerged.
  if (merges || prng.chance(0.6)) return keepAtShop(stage, prng, prng.whole(0, MOST));
  const { code } = prng.pick(stage.skus);
  return keepOfSku(stage, code, prng.whole(0, MOST));
}

async function switchKept(stage: Stage, isKept: boolean): Promise<void> {
  const { market, userId, record } = stage;
  await keepBack(market.ctx, { storeId: market.storeId, userId }, { isKept });
  record.keptBack.isKept = isKept;
  say(stage, `member switches the safety stock ${isKept ? 'on' : 'off'}`);
}

async function keepAtShop(stage: Stage, prng: Prng, units: number): Promise<void> {
  const { market, userId, record } = stage;
  const { channel, marketplaceId } = prng.pick(market.shops);
  await keepBack(market.ctx, { storeId: market.storeId, userId }, { marketplaceId, units });
  record.keptBack.ofShops.set(marketplaceId, units);
  say(stage, `member keeps ${String(units)} of each SKU back at ${channel}`);
}

async function keepOfSku(stage: Stage, code: string, units: number): Promise<void> {
  const { market, userId, record } = stage;
  const { rows } = await sql<{ id: number }>`
    select id from variants where sku = ${code} and merged_into_id is null order by id`.execute(
    market.ctx.db,
  );
  for (const { id } of rows)
    await keepBack(market.ctx, { storeId: market.storeId, userId }, { variantId: id, units });
  record.keptBack.ofSkus.set(code, units);
  say(stage, `member keeps ${String(units)} of ${code} back`);
}
