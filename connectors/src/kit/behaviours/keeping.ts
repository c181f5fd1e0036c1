import { faultOf, allOrders, claim, untilListed, variantOf } from './claims.ts';
import { connect } from './world.ts';
import type { Behaviour } from './world.ts';

/** Units that the marketplace keeps in its own warehouse and sends are not the seller's. */
export const keeping: readonly Behaviour[] = [
  {
    name: 'says of an order that the marketplace sends that it is not the seller’s to ship',
    where: ({ control }) => control.keeps !== null,
    async check(world) {
      for (const sku of ['OURS', 'THEIRS']) await world.control.addItem([{ sku, quantity: 9 }]);
      const access = await connect(world);
      await world.control.edit('THEIRS', { kept_by: 'marketplace' });
      const [ours, theirs] = [
        await world.control.buy([{ sku: 'OURS', quantity: 1 }], true),
        await world.control.buy([{ sku: 'THEIRS', quantity: 2 }], true),
      ];
      await untilListed(world);
      const orders = await allOrders(world, access);
      const [own, kept] = [orders.get(ours), orders.get(theirs)];
      claim(own !== undefined && kept !== undefined, 'an order is not listed');
      claim(
        own.lines.every(({ keptBy }) => keptBy === 'seller'),
        'the seller’s own order is not the seller’s',
      );
      claim(
        kept.lines.every(({ keptBy }) => keptBy === 'marketplace'),
        JSON.stringify(kept.lines),
      );
      claim(kept.state === 'processing', `the order is ${kept.state}`);
      const { fulfilment } = world.connector;
      if (fulfilment === undefined) return;
      const fault = await faultOf(fulfilment.form(access, kept));
      claim(fault.kind === 'rejected', `the form ended ${fault.kind}`);
    },
  },
  {
    name: 'has no number for a listing in the marketplace’s warehouse, and has it again when it is back',
    where: ({ control }) => control.keeps === 'listings',
    async check(world) {
      await world.control.addItem([{ sku: 'MOVED', quantity: 9 }]);
      const access = await connect(world);
      const before = await variantOf(world, access, 'MOVED');
      claim(before.keptBy === 'seller' && before.measure === 9, `reads ${String(before.measure)} before`);
      await world.control.edit('MOVED', { kept_by: 'marketplace' });
      const moved = await variantOf(world, access, 'MOVED');
      claim(
        moved.keptBy === 'marketplace' && moved.measure === null,
        `reads ${String(moved.measure)} of theirs`,
      );
      const read = await world.connector.stock.read(access, [moved]);
      claim(read.keptByMarketplace.length === 1 && read.readings.length === 0, JSON.stringify(read));
      await world.control.edit('MOVED', { kept_by: 'seller' });
      const back = await variantOf(world, access, 'MOVED');
      claim(back.keptBy === 'seller' && back.measure === 9, `reads ${String(back.measure)} afterwards`);
    },
  },
  {
    name: 'reads a gift at no price, and amounts that fit its lines',
    where: ({ control }) => control.gives,
    async check(world) {
      for (const sku of ['BOUGHT', 'GIVEN']) await world.control.addItem([{ sku, quantity: 9 }]);
      const access = await connect(world);
      const number = await world.control.buy(
        [
          { sku: 'BOUGHT', quantity: 1 },
          { sku: 'GIVEN', quantity: 1, gift: true },
        ],
        true,
      );
      await untilListed(world);
      const order = (await allOrders(world, access)).get(number);
      const given = order?.lines.find(({ sku }) => sku === 'GIVEN');
      claim(given?.total === 0 && given.unitPrice === 0, `the gift costs ${String(given?.total)}`);
      const [bought, shipping] = [
        order?.lines.find(({ sku }) => sku === 'BOUGHT'),
        order?.amounts.shippingFee,
      ];
      const total = (bought?.total ?? 0) + (shipping ?? 0);
      claim(order?.amounts.total === total, `${String(order?.amounts.total)} is not ${total}`);
    },
  },
];
