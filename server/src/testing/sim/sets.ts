import { sql } from 'kysely';
import { Refusal } from '../../api/routing.ts';
import { makeSet, switchSets } from '../make-set.ts';
import { say, type Composition, type Sku, type Stage } from './actors.ts';
import { unitsOfSkuKeptBack } from './kept-units.ts';
import type { Prng } from './prng.ts';
import type { Violation } from './violation.ts';

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
  const { ctx, storeId } = stage.market;
  await switchSets(ctx, storeId, true);
  for (const { code, parts } of stage.skus) if (parts !== null) await makeOf(stage, code, parts);
  await ctx.runJobs();
}

/** A member changes what a set is made of: other units, or another part. What was sold before keeps what it was made of. */
export async function changeSet(stage: Stage, prng: Prng): Promise<void> {
  const { skus } = stage;
  const { code } = prng.pick(skus.filter(({ parts }) => parts !== null));
  const singles = skus.filter(({ parts }) => parts === null).map((sku) => sku.code);
  const left = prng.pick(singles);
  const parts = new Map(
    singles.filter((part) => part !== left || prng.chance(0.3)).map((part) => [part, prng.whole(1, 3)]),
  );
  try {
    await makeOf(stage, code, parts);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    say(stage, `member cannot change ${code}: ${error.message}`);
  }
}

async function makeOf(stage: Stage, code: string, parts: Composition): Promise<void> {
  const { market, userId, record } = stage;
  const [setId = 0] = await idsOf(stage, code);
  const named = [];
  for (const [part, units] of parts) {
    const [id = 0] = await idsOf(stage, part);
    named.push({ variant_id: id, units });
  }
  await makeSet(market.ctx, { storeId: market.storeId, userId }, { setId, parts: named });
  record.compositions.set(code, [...compositionsOf(stage, code), parts]);
  const words = [...parts].map(([part, units]) => `${String(units)} ${part}`).join(', ');
  say(stage, `member makes ${code} a set of ${words}`);
}

const compositionsOf = ({ record }: Pick<Stage, 'record'>, code: string): readonly Composition[] =>
  record.compositions.get(code) ?? [];

/** The SKUs of a code that were not merged away. */
export async function idsOf({ market: { ctx } }: Stage, code: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from variants where sku = ${code} and merged_into_id is null order by id`.execute(ctx.db);
  return rows.map(({ id }) => id);
}

/** The sets that a SKU is or was a part of, with the least and the most of its units in each. */
export const usesOf = (
  stage: Pick<Stage, 'skus' | 'record'>,
  code: string,
): { readonly set: string; readonly least: number; readonly most: number }[] =>
  stage.skus.flatMap(({ code: set }) => {
    const units = compositionsOf(stage, set).map((parts) => parts.get(code) ?? 0);
    const most = Math.max(0, ...units);
    return most === 0 ? [] : [{ set, least: Math.min(...units), most }];
  });

/** The most units of SKUs that one unit of this one takes, or took. */
export function unitsTaken(stage: Pick<Stage, 'record'>, code: string): number {
  const compositions = compositionsOf(stage, code);
  if (compositions.length === 0) return 1;
  return Math.max(...compositions.map((parts) => [...parts.values()].reduce((sum, units) => sum + units, 0)));
}

/** G1: a line of a set is made of what its set was once made of, and of nothing else. */
export async function checkCompositions(stage: Stage): Promise<Violation[]> {
  const { rows } = await sql<{ id: number; sku: string; made_of: [part: string, units: number][] }>`
    select i.id, i.sku, json_agg(json_build_array(v.sku, (p ->> 1)::integer) order by v.sku) as made_of
    from order_items i, jsonb_array_elements(i.made_of) p join variants v on v.id = (p ->> 0)::bigint
    group by i.id order by i.id`.execute(stage.market.ctx.db);
  return rows.flatMap(({ id, sku, made_of: madeOf }): Violation[] => {
    const isKnown = compositionsOf(stage, sku).some(
      (parts) => parts.size === madeOf.length && madeOf.every(([part, units]) => parts.get(part) === units),
    );
    if (isKnown) return [];
    const words = madeOf.map(([part, units]) => `${String(units)} ${part}`).join(', ');
    return [
      { promise: 'G1', account: `Line ${String(id)} of ${sku} is made of ${words}: its set never was.` },
    ];
  });
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
