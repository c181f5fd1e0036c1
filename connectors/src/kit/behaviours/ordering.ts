import { connect } from './world.ts';
import type { Behaviour, World } from './world.ts';
import type { Access } from '../access.ts';
import type { ChannelOrder } from '../connector.ts';
import { allOrders, claim, untilListed, variantOf } from './claims.ts';

const ordersForSeveralPages = 65;

export const ordering: readonly Behaviour[] = [
  {
    name: 'reads every order, page by page to the end',
    async check(world) {
      const access = await stocked(world);
      const placed = new Set<string>();
      for (let count = 0; count < ordersForSeveralPages; count += 1) {
        placed.add(await world.control.buy([{ sku: 'TEA', quantity: 1 }], true));
        if (count % 10 === 0) await world.control.pass(1);
      }
      await untilListed(world);
      const read = await allOrders(world, access);
      const lost = [...placed].filter((number) => !read.has(number));
      claim(
        lost.length === 0,
        `${lost.length} of ${placed.size} orders were not read, for instance ${lost[0] ?? ''}`,
      );
    },
  },
  {
    name: 'loses no order although orders change between two pages',
    async check(world) {
      const access = await stocked(world);
      const placed: string[] = [];
      for (let count = 0; count < ordersForSeveralPages; count += 1)
        placed.push(await world.control.buy([{ sku: 'TEA', quantity: 1 }], true));
      await untilListed(world);
      const changing = [...placed];
      const disturb = async (): Promise<void> => {
        const number = changing.shift();
        if (number !== undefined) await world.control.happen(number, 'cancel');
        await untilListed(world);
      };
      const read = new Set((await allOrders(world, access, 7200, disturb)).keys());
      // Without a stable cursor, the product reads the window until nothing new comes.
      if (!world.connector.facts.hasStableOrderCursor)
        for (const number of (await allOrders(world, access, 7200)).keys()) read.add(number);
      const lost = placed.filter((number) => !read.has(number));
      claim(lost.length === 0, `${lost.length} of ${placed.length} orders were not read, ${lost[0] ?? ''}`);
    },
  },
  {
    name: 'reads a window without orders as an empty page that ends',
    async check(world) {
      const access = await connect(world);
      const read = await allOrders(world, access, 60);
      claim(read.size === 0, `${read.size} orders in an empty shop`);
    },
  },
  {
    name: 'reads an order, its units, dates and amounts',
    async check(world) {
      const access = await stocked(world);
      const before = access.http.now().getTime() - 1000;
      const paid = !world.control.pricesUnpaid || world.connector.facts.hidesHolds;
      const number = await world.control.buy([{ sku: 'TEA', quantity: 3 }], paid);
      await untilListed(world);
      const order = await orderOf(world, access, number);
      const [line] = order.lines;
      claim(
        order.lines.length === 1 && line?.ordered === 3,
        `units: ${String(line?.ordered)} in ${order.lines.length} lines, instead of 3 in 1`,
      );
      claim(line.sku === 'TEA' && line.cancelled === 0 && line.returned === 0, JSON.stringify(line));
      const variant = await variantOf(world, access, 'TEA');
      claim(
        line.variantId === variant.variantId && line.itemId === variant.itemId,
        'the line does not name the listing',
      );
      claim(
        paid || (order.paidAt === null && order.state === 'unpaid'),
        `state is ${order.state} (${order.rawState})`,
      );
      claim(
        order.createdAt.getTime() >= before && order.createdAt <= access.http.now(),
        'placed at another time',
      );
      claim(
        order.currency === world.currency && order.amounts.total > 0 && (line.total ?? 0) > 0,
        'an amount is missing',
      );
    },
  },
  {
    name: 'sees an order paid',
    where: ({ connector }) => !connector.facts.hidesHolds,
    async check(world) {
      const access = await stocked(world);
      const number = await world.control.buy([{ sku: 'TEA', quantity: 2 }], false);
      await untilListed(world);
      const unpaid = await orderOf(world, access, number);
      await world.control.happen(number, 'pay');
      await untilListed(world);
      const paid = await orderOf(world, access, number);
      claim(paid.paidAt !== null, 'it has no date of payment');
      claim(paid.state !== 'unpaid' && paid.state !== 'unknown', `state is ${paid.state} (${paid.rawState})`);
      claim(paid.updatedAt > unpaid.updatedAt, 'its update is not later');
      claim(paid.stateRank > unpaid.stateRank, 'its rank is not higher');
      claim(sameLines(paid, unpaid), 'its lines are other lines');
    },
  },
  {
    name: 'sees an order cancelled, all units given back',
    async check(world) {
      const access = await stocked(world);
      const number = await world.control.buy([{ sku: 'TEA', quantity: 2 }], true);
      await untilListed(world);
      const placed = await orderOf(world, access, number);
      await world.control.happen(number, 'cancel');
      await untilListed(world);
      const order = await orderOf(world, access, number);
      const [line] = order.lines;
      claim(order.state === 'CANCELLED', `state is ${order.state} (${order.rawState})`);
      claim(line?.ordered === 2 && line.cancelled === 2 && line.returned === 0, JSON.stringify(line));
      claim(
        order.updatedAt > placed.updatedAt && order.stateRank > placed.stateRank,
        'it is not newer than before',
      );
      claim(sameLines(order, placed), 'its lines are other lines');
      restoringIsReported(world, line.restored, line.restoredAt, 2);
    },
  },
  {
    name: 'tells until when a paid order is to be shipped, listed or read alone',
    async check(world) {
      const access = await stocked(world);
      const number = await world.control.buy([{ sku: 'TEA', quantity: 1 }], true);
      await untilListed(world);
      const listed = await orderOf(world, access, number);
      const alone = (await world.connector.orders.read(access, [listed.channelId])).orders[0];
      const deadlines = [listed.shipBy, alone?.shipBy].map((at) => at?.toISOString() ?? 'none').join(' and ');
      claim(listed.shipBy?.getTime() === alone?.shipBy?.getTime(), `two answers: ${deadlines}`);
      const days = ((listed.shipBy?.getTime() ?? 0) - listed.createdAt.getTime()) / 86_400_000;
      claim(
        world.control.tellsShipBy ? days > 0 && days < 15 : listed.shipBy === null,
        `it is to be shipped by ${deadlines}, placed at ${listed.createdAt.toISOString()}`,
      );
    },
  },
  {
    name: 'counts the orders that were placed in a span of time',
    where: ({ connector }) => connector.orderCount !== undefined,
    async check(world) {
      const { orderCount } = world.connector;
      claim(orderCount !== undefined, 'counts no orders');
      const access = await stocked(world);
      await world.control.buy([{ sku: 'TEA', quantity: 1 }], true);
      await world.control.pass(10);
      const from = wholeSecond(access);
      await world.control.buy([{ sku: 'TEA', quantity: 1 }], true);
      const cancelled = await world.control.buy([{ sku: 'TEA', quantity: 2 }], true);
      await world.control.pass(10);
      const before = wholeSecond(access);
      await world.control.buy([{ sku: 'TEA', quantity: 1 }], true);
      await world.control.happen(cancelled, 'cancel');
      await untilListed(world);
      const count = await orderCount.placed(access, { from, before });
      claim(count === 2, `${String(count)} orders in a span in which 2 were placed`);
      const none = {
        from: new Date(from.getTime() - 86_400_000),
        before: new Date(from.getTime() - 3_600_000),
      };
      const empty = await orderCount.placed(access, none);
      claim(empty === 0, `${String(empty)} orders in a span without any`);
    },
  },
  {
    name: 'sees one of two units cancelled',
    where: ({ control }) => control.cancelsSomeUnits,
    async check(world) {
      const access = await stocked(world);
      const number = await world.control.buy([{ sku: 'TEA', quantity: 2 }], true);
      await untilListed(world);
      await world.control.happen(number, 'cancel', [{ sku: 'TEA', quantity: 1 }]);
      await untilListed(world);
      const order = await orderOf(world, access, number);
      const [line] = order.lines;
      claim(line?.ordered === 2 && line.cancelled === 1 && line.returned === 0, JSON.stringify(line));
      claim(order.state !== 'CANCELLED', 'the whole order is said to be cancelled');
      restoringIsReported(world, line.restored, line.restoredAt, 1);
    },
  },
  {
    name: 'reads single orders by the channel’s own id, and calls none missing that is there',
    async check(world) {
      const access = await stocked(world);
      const number = await world.control.buy([{ sku: 'TEA', quantity: 1 }], true);
      await untilListed(world);
      const { channelId } = await orderOf(world, access, number);
      // The last digit is another one, so it has the form of an order that is not there.
      const never = channelId.replace(/\d(?=\D*$)/, (digit) => String(9 - Number(digit)));
      const got = await world.connector.orders.read(access, [channelId, never]);
      claim(got.orders.length === 1 && got.orders[0]?.number === number, 'the order was not read');
      claim(
        got.missing.every((id) => id === never),
        `missing are ${JSON.stringify(got.missing)}`,
      );
    },
  },
];

async function stocked(world: World): Promise<Access> {
  await world.control.addItem([{ sku: 'TEA', quantity: 500 }]);
  await world.control.pass(60);
  return connect(world);
}

async function orderOf(world: World, access: Access, number: string): Promise<ChannelOrder> {
  const order = (await allOrders(world, access)).get(number);
  claim(order !== undefined, `the order ${number} is not listed`);
  return order;
}

function sameLines(one: ChannelOrder, other: ChannelOrder): boolean {
  const ids = (order: ChannelOrder): string => order.lines.map(({ lineId }) => lineId).join();
  return ids(one) === ids(other);
}

/** Checks that restored units are reported if the channel's facts declare it, and absent otherwise. */
function restoringIsReported(world: World, restored: number | null, at: Date | null, units: number): void {
  const isReported = world.connector.facts.restoresOnCancel === 'reported';
  claim(isReported ? restored === units : restored === null, `restored is ${String(restored)}`);
  claim(!isReported || at !== null, 'the restoring has no date');
}

const wholeSecond = ({ http }: Access): Date => new Date(Math.floor(http.now().getTime() / 1000) * 1000);
