import { keepBack } from '../keep-back.ts';
import { say, type FaultProfile, type Stage } from './actors.ts';
import type { Prng } from './prng.ts';
import { idsOf } from './sets.ts';

const MOST = 4;

/** The store keeps units back from the beginning on: at one of its shops at least, and the last of most SKUs for a shop. */
export async function keepBackAtFirst(stage: Stage, prng: Prng, { merges }: FaultProfile): Promise<void> {
  await switchKept(stage, true);
  await keepAtShop(stage, prng, prng.whole(1, MOST));
  if (!merges) for (const { code } of stage.skus) await keepLast(stage, prng, code);
}

/** A member keeps other units back: at a shop, of a SKU, or switches all of it. */
export async function keepOthersBack(stage: Stage, prng: Prng, { merges }: FaultProfile): Promise<void> {
  const { isKept } = stage.record.keptBack;
  if (!isKept || prng.chance(0.1)) return switchKept(stage, !isKept);
  // A SKU that leaves another begins without: which of a code keeps what is not told where they are merged and unmerged.
  if (merges || prng.chance(0.5)) return keepAtShop(stage, prng, prng.whole(0, MOST));
  const { code } = prng.pick(stage.skus);
  if (prng.chance(0.6)) return keepLast(stage, prng, code);
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
  for (const variantId of await idsOf(stage, code))
    await keepBack(market.ctx, { storeId: market.storeId, userId }, { variantId, units });
  record.keptBack.ofSkus.set(code, units);
  say(stage, `member keeps ${String(units)} of ${code} back`);
}

/** The last units of a SKU are kept for a shop from now on, or for none. */
async function keepLast(stage: Stage, prng: Prng, code: string): Promise<void> {
  const { market, userId, record } = stage;
  const { channel, marketplaceId } = prng.pick(market.shops);
  const units = prng.whole(0, MOST);
  const last = { marketplaceId, units };
  for (const variantId of await idsOf(stage, code))
    await keepBack(market.ctx, { storeId: market.storeId, userId }, { variantId, last });
  record.keptBack.last.set(code, last);
  say(stage, `member keeps the last ${String(units)} of ${code} for ${channel}`);
}
