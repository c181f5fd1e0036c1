import type { Access } from '../access.ts';
import { allOrders, claim, lineFor, untilListed, untilSettled, variantOf } from './claims.ts';
import { connect } from './world.ts';
import type { Behaviour, World } from './world.ts';

/** Where a shop has several places of stock, the chosen one is read and written, and no other. */
export const placing: readonly Behaviour[] = [
  {
    name: 'lists each place of the shop, and reads and writes the chosen one alone',
    where: ({ control }) => control.hasPlaces,
    async check(world) {
      await world.control.addItem([{ sku: 'PLACED', quantity: 9 }]);
      const access = await connect(world);
      const name = await world.control.keepElsewhere('PLACED', 4);
      const [further, main] = await placesOf(world, access, name);
      const there = { ...access, locations: [further] };
      const variant = await variantOf(world, there, 'PLACED');
      claim(variant.measure === 4, `reads ${String(variant.measure)} there`);
      const here = await variantOf(world, { ...access, locations: [main] }, 'PLACED');
      claim(here.measure === 9, `reads ${String(here.measure)} at the main place`);
      // Read at the main place, and written at the chosen one all the same.
      const line = { ...lineFor(world, there, variant, 6), stockRef: here.stockRef };
      const [result] = await world.connector.stock.push(there, [line]);
      claim(result?.outcome === 'ok', JSON.stringify(result));
      await untilSettled(world);
      const elsewhere = await world.control.unitsElsewhere('PLACED');
      const [held] = await world.control.quantities();
      claim(
        elsewhere === 6 && held?.quantity === 9,
        `${String(elsewhere)} there, ${String(held?.quantity)} here`,
      );
      const { readings } = await world.connector.stock.read(there, [here]);
      claim(readings[0]?.measure === 6, JSON.stringify(readings));
    },
  },
  {
    name: 'says of an order that another place sends that it is elsewhere, by the places of when it was placed',
    where: ({ control }) => control.hasPlaces,
    async check(world) {
      await world.control.addItem([{ sku: 'SENT', quantity: 9 }]);
      const access = await connect(world);
      const [further, main] = await placesOf(world, access, await world.control.keepElsewhere('SENT', 4));
      const here = await world.control.buy([{ sku: 'SENT', quantity: 1 }], true);
      const there = await world.control.buyElsewhere([{ sku: 'SENT', quantity: 1 }]);
      await untilListed(world);
      const keepers = async (chosen: Access): Promise<readonly unknown[]> => {
        const orders = await allOrders(world, chosen);
        return [here, there].map((number) => orders.get(number)?.lines[0]?.keptBy);
      };
      const atMain = await keepers({ ...access, locations: [main] });
      claim(atMain.join() === 'seller,elsewhere', atMain.join());
      const moved = await keepers({ ...access, locations: [further] });
      claim(moved.join() === 'elsewhere,seller', moved.join());
      const until = new Date(access.http.now().getTime() + 1000);
      const before = { ...access, locations: [further], formerLocations: [{ until, ids: [main] }] };
      const then = await keepers(before);
      claim(then.join() === 'seller,elsewhere', `after a move: ${then.join()}`);
    },
  },
];

/** The ids of the place of that name, and of the other. */
async function placesOf(world: World, access: Access, name: string): Promise<readonly [string, string]> {
  const places = (await world.connector.locations?.list(access)) ?? [];
  const [further, main] = [
    places.find((each) => each.name === name),
    places.find((each) => each.name !== name),
  ];
  claim(places.length === 2 && further !== undefined && main !== undefined, JSON.stringify(places));
  claim(further.keptBy === 'seller' && further.isActive, JSON.stringify(further));
  return [further.id, main.id];
}
