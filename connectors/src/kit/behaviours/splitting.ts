import type { Access } from '../access.ts';
import type { ChannelOrder, ChannelOrderLine } from '../connector.ts';
import { claim } from './claims.ts';
import { onceWhateverIsLost, settle } from './lost-answers.ts';
import { cancellationOf, orderNow, shipmentOf, teaShop, timesOf, unitsOf } from './order-cases.ts';
import type { Behaviour, Seat, World } from './world.ts';

/** What is done with one line of an order, and not with the other. */
export const splitting: readonly Behaviour[] = [
  {
    name: 'ships one line once, whichever answer is lost, and the rest after it',
    where: ({ connector }) => connector.fulfilment?.choosesLines === true,
    async check(world) {
      const { fulfilment } = world.connector;
      claim(fulfilment !== undefined, 'does not ship');
      const access = await teaAndMugShop(world);
      await onceWhateverIsLost(world, access, fulfilment.ship, async () => {
        const { order, tea, mug } = await teaAndMug(world, access);
        return {
          asked: await shipmentOf(fulfilment, access, order, [unitsOf(mug)]),
          effects: async () => {
            claim((await timesOf(world, order, ['ship'])) === 0, 'the whole order was shipped');
            const partly = await orderNow(world, access, order.number);
            claim(lineOf(partly, mug.sku).fulfilled, 'the chosen line was not shipped');
            claim(!lineOf(partly, tea.sku).fulfilled, 'the other line was shipped with it');
            await settle(world, access, fulfilment.ship, await shipmentOf(fulfilment, access, partly));
            const whole = await orderNow(world, access, order.number);
            claim(
              whole.lines.every(({ fulfilled }) => fulfilled),
              'the rest was not shipped',
            );
            return timesOf(world, order, ['ship']);
          },
        };
      });
    },
  },
  {
    name: 'cancels one line once, whichever answer is lost, and keeps the other',
    where: ({ connector }) => connector.cancellation?.choosesLines === true,
    async check(world) {
      const { cancellation } = world.connector;
      claim(cancellation !== undefined, 'does not cancel');
      const access = await teaAndMugShop(world);
      await onceWhateverIsLost(world, access, cancellation.cancel, async () => {
        const { order, tea, mug } = await teaAndMug(world, access);
        return {
          asked: await cancellationOf(cancellation, access, order, [unitsOf(mug)]),
          effects: async () => {
            const times = await timesOf(world, order, ['cancel']);
            const { TEA, MUG } = await world.control.cancelledUnits(order.number);
            claim(TEA === 0 && MUG === 1, `${String(TEA)} TEA and ${String(MUG)} MUG were cancelled`);
            const after = await orderNow(world, access, order.number);
            claim(after.state !== 'CANCELLED', 'the whole order reads as cancelled');
            claim(lineOf(after, mug.sku).cancelled === 1, 'the line is not read as cancelled');
            claim(lineOf(after, tea.sku).cancelled === 0, 'the other line is read as cancelled');
            return times;
          },
        };
      });
    },
  },
];

async function teaAndMugShop(world: World): Promise<Seat> {
  await world.control.addItem([{ sku: 'MUG', quantity: 2000 }]);
  return teaShop(world);
}

interface TwoLines {
  readonly order: ChannelOrder;
  readonly tea: ChannelOrderLine;
  readonly mug: ChannelOrderLine;
}

/** A paid order of two teas and a mug. */
async function teaAndMug(world: World, access: Access): Promise<TwoLines> {
  // A cancellation for want of stock takes the mugs off sale.
  await world.control.edit('MUG', { quantity: 2000 });
  const basket = [
    { sku: 'TEA', quantity: 2 },
    { sku: 'MUG', quantity: 1 },
  ];
  const order = await orderNow(world, access, await world.control.buy(basket, true));
  return { order, tea: lineOf(order, 'TEA'), mug: lineOf(order, 'MUG') };
}

function lineOf({ number, lines }: ChannelOrder, sku: string | null): ChannelOrderLine {
  const line = lines.find((each) => each.sku === sku);
  claim(line !== undefined, `the order ${number} has no line of ${String(sku)}`);
  return line;
}
