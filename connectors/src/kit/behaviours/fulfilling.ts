import { english } from '@evenstock/contract/messages/english';
import { claim, faultOf, untilListed } from './claims.ts';
import { onceWhateverIsLost, settle } from './lost-answers.ts';
import { filledIn, newAttempt, orderAfter, refOf, shipmentOf, teaShop, timesOf } from './order-cases.ts';
import type { Behaviour } from './world.ts';

const manyTries = 30;
const leftTheHouse = ['pack', 'ship'];

export const fulfilling: readonly Behaviour[] = [
  {
    name: 'ships an order once, whichever answer is lost',
    where: ({ connector }) => connector.fulfilment !== undefined,
    async check(world) {
      const { fulfilment } = world.connector;
      claim(fulfilment !== undefined, 'does not ship');
      const access = await teaShop(world);
      await onceWhateverIsLost(world, access, fulfilment.ship, async () => {
        const order = await orderAfter(world, access);
        return {
          asked: await shipmentOf(fulfilment, access, order),
          // Packing and handing over may be two events at the marketplace; each must occur once.
          effects: async () =>
            Math.max(await timesOf(world, order, ['ship']), await timesOf(world, order, ['pack'])),
        };
      });
    },
  },
  {
    name: 'does not ship a second time what is shipped',
    where: ({ connector }) => connector.fulfilment !== undefined,
    async check(world) {
      const { fulfilment } = world.connector;
      claim(fulfilment !== undefined, 'does not ship');
      const access = await teaShop(world);
      const order = await orderAfter(world, access);
      const shipment = await shipmentOf(fulfilment, access, order);
      await settle(world, access, fulfilment.ship, shipment);
      await world.control.pass(5);
      const before = await timesOf(world, order, leftTheHouse);
      const again = { ...shipment, attemptKey: newAttempt() };
      await settle(world, access, fulfilment.ship, again).catch(() => undefined);
      claim((await timesOf(world, order, leftTheHouse)) === before, 'it was shipped again');
    },
  },
  {
    name: 'does not ship a cancelled order, and says why',
    where: ({ connector }) => connector.fulfilment !== undefined,
    async check(world) {
      const { fulfilment } = world.connector;
      claim(fulfilment !== undefined, 'does not ship');
      const access = await teaShop(world);
      const order = await orderAfter(world, access);
      const shipment = await shipmentOf(fulfilment, access, order);
      await world.control.happen(order.number, 'cancel');
      await untilListed(world);
      const result = await fulfilment.ship.perform(access, shipment).catch(() => null);
      const why =
        result === null
          ? await faultOf(fulfilment.ship.perform(access, shipment))
          : result.outcome === 'rejected'
            ? { kind: 'rejected', reason: result.reason }
            : { kind: result.outcome, reason: null };
      const words = why.reason === null ? '' : english(why.reason);
      claim(why.kind === 'rejected' && words.length > 20, `ends ${why.kind}: ${words}`);
      claim((await timesOf(world, order, leftTheHouse)) === 0, 'it was shipped');
    },
  },
  {
    name: 'prints the label of a shipped order',
    where: ({ connector }) => connector.labels !== undefined && connector.fulfilment !== undefined,
    async check(world) {
      const { fulfilment, labels } = world.connector;
      claim(fulfilment !== undefined && labels !== undefined, 'does not print');
      const access = await teaShop(world);
      const order = await orderAfter(world, access);
      const shipment = await shipmentOf(fulfilment, access, order);
      await settle(world, access, fulfilment.ship, shipment);
      for (let tries = 0; tries < manyTries; tries += 1) {
        const [result] = await labels.print(access, [refOf(order)]);
        claim(result !== undefined, 'no result for the order');
        claim(result.outcome !== 'rejected', 'reason' in result ? english(result.reason) : '');
        if (result.outcome === 'ready') {
          const { label } = result;
          claim('url' in label ? /^https?:/.test(label.url) : label.bytes.length > 50, 'the label is empty');
          return;
        }
        await world.control.pass(Math.max(1, result.afterSeconds));
      }
      throw new Error('the label is never ready');
    },
  },
  {
    name: 'sets an order that the buyer collects ready once, whichever answer is lost',
    where: ({ connector }) => connector.selfCollect !== undefined,
    async check(world) {
      const { selfCollect } = world.connector;
      claim(selfCollect !== undefined, 'has no orders to collect');
      const access = await teaShop(world);
      await onceWhateverIsLost(world, access, selfCollect.setReady, async () => {
        const order = await orderAfter(world, access, [], true);
        claim(order.category === 'processing_self_collect', `its category is ${String(order.category)}`);
        return {
          asked: await shipmentOf(selfCollect, access, order),
          effects: () => timesOf(world, order, ['pack']),
        };
      });
    },
  },
  {
    name: 'confirms once that an order was collected',
    where: ({ connector }) => connector.pickup !== undefined,
    async check(world) {
      const { pickup, selfCollect } = world.connector;
      claim(pickup !== undefined, 'confirms nothing');
      const access = await teaShop(world);
      await onceWhateverIsLost(world, access, pickup.confirm, async () => {
        const order = await orderAfter(world, access, [], true);
        if (selfCollect !== undefined)
          await settle(world, access, selfCollect.setReady, await shipmentOf(selfCollect, access, order));
        return {
          asked: { order: refOf(order), attemptKey: newAttempt(), answers: filledIn(pickup.fields) },
          effects: () => timesOf(world, order, ['collect']),
        };
      });
    },
  },
];
