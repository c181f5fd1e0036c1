import { english } from '@evenstock/contract/messages/english';
import { connect } from './world.ts';
import type { Behaviour, World } from './world.ts';
import type { Access } from '../access.ts';
import type { StockResult } from '../connector.ts';
import { allListings, claim, lineFor, shownOf, untilSettled, variantOf } from './claims.ts';

export const stocking: readonly Behaviour[] = [
  {
    name: 'sets a quantity and reads it back',
    async check(world) {
      const { access, quantities } = await shopWith(world, [{ sku: 'SET', quantity: 10 }]);
      for (const quantity of [4, 0, 250]) {
        const [result] = await setTo(world, access, 'SET', quantity);
        claim(result?.outcome === 'ok', `setting ${quantity} ended ${JSON.stringify(result)}`);
        await untilSettled(world);
        const variant = await variantOf(world, access, 'SET');
        const shown = await shownOf(world, access, variant);
        claim(
          shown === quantity && variant.measure === quantity,
          `set ${quantity}, reads ${shown} and ${String(variant.measure)}`,
        );
        claim((await quantities()).get('SET') === quantity, 'the marketplace itself holds another number');
      }
    },
  },
  {
    name: 'sets many at once, one result for each in the order given',
    async check(world) {
      const skus = ['MANY-1', 'MANY-2', 'MANY-3', 'MANY-4'];
      const { access, quantities } = await shopWith(
        world,
        skus.map((sku) => ({ sku, quantity: 10 })),
      );
      const lines = await linesFor(world, access, skus, [1, 2, 3, 4]);
      const results = await world.connector.stock.push(access, lines);
      await untilSettled(world);
      claim(
        results.length === 4 && results.every(({ outcome }) => outcome === 'ok'),
        JSON.stringify(results),
      );
      const held = await quantities();
      claim(
        skus.every((sku, index) => held.get(sku) === index + 1),
        'the marketplace holds other numbers',
      );
    },
  },
  {
    name: 'counts units reserved by a campaign in what it reads and in what it sets',
    where: ({ control }) => control.reservesUnits,
    async check(world) {
      const { access } = await shopWith(world, [{ sku: 'CAMPAIGN', quantity: 10 }]);
      await world.control.edit('CAMPAIGN', { reserved: 4 });
      const before = await variantOf(world, access, 'CAMPAIGN');
      claim(
        before.measure === 10 && before.reserved === 4,
        `reads ${String(before.measure)} with ${before.reserved} reserved, instead of 10 with 4`,
      );
      const [result] = await setTo(world, access, 'CAMPAIGN', 7);
      claim(result?.outcome === 'ok', `setting 7 ended ${JSON.stringify(result)}`);
      await untilSettled(world);
      const after = await variantOf(world, access, 'CAMPAIGN');
      claim(
        after.measure === 7 && after.reserved === 4,
        `set 7, reads ${String(after.measure)} with ${after.reserved} reserved`,
      );
    },
  },
  {
    name: 'is refused a number below the reserved units, with words for the seller',
    where: ({ control }) => control.reservesUnits,
    async check(world) {
      const { access, quantities } = await shopWith(world, [{ sku: 'FLOOR', quantity: 10 }]);
      await world.control.edit('FLOOR', { reserved: 4 });
      const [result] = await setTo(world, access, 'FLOOR', 3);
      claim(result?.outcome === 'rejected', `setting 3 ended ${JSON.stringify(result)}`);
      claim(english(result.reason).length > 30 && result.mayPass, `says only: ${english(result.reason)}`);
      claim((await quantities()).get('FLOOR') === 10, 'the marketplace holds another number');
    },
  },
  {
    name: 'does not overwrite an unseen change where the channel has compare-and-set',
    where: ({ connector }) => connector.facts.compareAndSet,
    async check(world) {
      const { access, quantities } = await shopWith(world, [{ sku: 'COMPARE', quantity: 10 }]);
      const variant = await variantOf(world, access, 'COMPARE');
      const line = lineFor(world, access, variant, 7);
      await world.control.edit('COMPARE', { quantity: 12 });
      const [result] = await world.connector.stock.push(access, [line]);
      claim(result?.outcome === 'stale', `ended ${JSON.stringify(result)}`);
      claim((await quantities()).get('COMPARE') === 12, 'the edit was overwritten');
    },
  },
  {
    name: 'says of each line what became of it when half a batch is done',
    async check(world) {
      const skus = ['HALF-1', 'HALF-2', 'HALF-3', 'HALF-4'];
      const { access, quantities } = await shopWith(
        world,
        skus.map((sku) => ({ sku, quantity: 10 })),
      );
      const lines = await linesFor(world, access, skus, [1, 2, 3, 4]);
      await world.control.trouble([{ kind: 'half_batch', call: world.control.stockCall }]);
      const results = await world.connector.stock.push(access, lines);
      await world.control.trouble([]);
      await untilSettled(world);
      const held = await quantities();
      skus.forEach((sku, index) => {
        const outcome = results[index]?.outcome;
        const done = held.get(sku) === index + 1;
        claim(outcome !== 'ok' || done, `${sku} is said to be set, but is not`);
        const refused = outcome === 'rejected' || outcome === 'stale';
        claim(!refused, `${sku} is said to be refused, which nobody did`);
      });
    },
  },
];

interface Stocked {
  readonly access: Access;
  /** The marketplace's own quantities by SKU. */
  readonly quantities: () => Promise<Map<string, number>>;
}

async function shopWith(
  world: World,
  variants: readonly { sku: string; quantity: number }[],
): Promise<Stocked> {
  await world.control.addItem(variants);
  return {
    access: await connect(world),
    quantities: async () =>
      new Map((await world.control.quantities()).map(({ sku, quantity }) => [sku, quantity])),
  };
}

async function setTo(
  world: World,
  access: Access,
  sku: string,
  quantity: number,
): Promise<readonly StockResult[]> {
  const variant = await variantOf(world, access, sku);
  return world.connector.stock.push(access, [lineFor(world, access, variant, quantity)]);
}

async function linesFor(
  world: World,
  access: Access,
  skus: readonly string[],
  quantities: readonly number[],
) {
  const variants = (await allListings(world, access)).flatMap((each) => each.variants);
  return skus.flatMap((sku, index) => {
    const variant = variants.find((each) => each.sku === sku);
    claim(variant !== undefined, `${sku} was not read`);
    return [lineFor(world, access, variant, quantities[index] ?? 0)];
  });
}
