import { sql } from 'kysely';
import { makeSet, switchSets } from '../make-set.ts';
import { say, type Sku, type Stage } from './actors.ts';
import { unitsOfSkuKeptBack } from './kept-units.ts';
import type { Prng } from './prng.ts';

/** Two sets that share parts. Their listings are sold from the beginning on, with numbers of their own. */
export function setsOf(prng: Prng, codes: readonly string[]): Sku[] {
  const [one = '', other = '', third = ''] = codes;
  const units = () => prng.whole(1, 3);
  return [
    {
      code: 'PAIR',
      isEdited: false,
      parts: new Map([
        [one, units()],
        [other, units()],
      ]),
    },
    {
      code: 'TRIO',
      isEdited: false,
      parts: new Map([
        [one, 1],
        [other, units()],
        [third, units()],
      ]),
    },
  ];
}

/** Members make the sets, before anything is sold. */
export async function makeSets(stage: Stage): Promise<void> {
  const { market, skus, userId } = stage;
  const { ctx, storeId } = market;
  await switchSets(ctx, storeId, true);
  for (const { code, parts } of skus) {
    if (parts === null) continue;
    const [setId = 0] = await idsOf(stage, code);
    const named = [];
    for (const [part, units] of parts) {
      const [id = 0] = await idsOf(stage, part);
      named.push({ variant_id: id, units });
    }
    await makeSet(ctx, { storeId, userId }, { setId, parts: named });
    say(
      stage,
      `member makes ${code} a set of ${[...parts].map(([part, units]) => `${String(units)} ${part}`).join(', ')}`,
    );
  }
  await ctx.runJobs();
}

/** The SKUs of a code that were not merged away. */
export async function idsOf({ market: { ctx } }: Stage, code: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from variants where sku = ${code} and merged_into_id is null order by id`.execute(ctx.db);
  return rows.map(({ id }) => id);
}

/** The sets that a SKU is a part of, with its units in each. */
export const usesOf = (
  { skus }: Pick<Stage, 'skus'>,
  code: string,
): (readonly [set: string, units: number])[] =>
  skus.flatMap((sku) => {
    const units = sku.parts?.get(code);
    return units === undefined ? [] : [[sku.code, units] as const];
  });

/** The units of SKUs that one unit of this one takes. */
export function unitsTaken({ skus }: Pick<Stage, 'skus'>, code: string): number {
  const parts = skus.find((sku) => sku.code === code)?.parts ?? null;
  return parts === null ? 1 : [...parts.values()].reduce((sum, units) => sum + units, 0);
}

/** What each set may show at a shop by its parts, in sets, by the id of its SKU. */
export async function allowedOfSets(stage: Stage): Promise<(setId: number, marketplaceId: number) => number> {
  const { keptBack } = stage.record;
  const { rows } = await sql<{ set: number; sku: string; units: number; quantity: number }>`
    select c.set_id as set, v.sku, c.units, v.quantity from set_parts c join variants v on v.id = c.part_id`.execute(
    stage.market.ctx.db,
  );
  return (setId, marketplaceId) =>
    Math.min(
      ...rows
        .filter(({ set }) => set === setId)
        .map(({ sku, units, quantity }) =>
          Math.floor((quantity - unitsOfSkuKeptBack(keptBack, marketplaceId, sku)) / units),
        ),
    );
}
