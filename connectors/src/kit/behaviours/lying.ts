import type { Access } from '../access.ts';
import {
  allListings,
  allOrders,
  claim,
  faultOf,
  lineFor,
  untilListed,
  untilSettled,
  variantOf,
} from './claims.ts';
import { connect } from './world.ts';
import type { Behaviour, Trouble, World } from './world.ts';

/** What marketplaces answer that is in no document, or not true. */
export const lying: readonly Behaviour[] = [
  {
    name: 'takes an error that no document has for one that may pass',
    async check(world) {
      const { access, outcome } = await write(world, 'unknown_error');
      claim(
        outcome === 'unknown' || outcome === 'rejected for now' || outcome === 'retry',
        `a write that is refused with a code of no document is ${outcome}`,
      );
      for (const [what, read] of readsOf(world, access)) {
        await world.control.trouble([{ kind: 'unknown_error' }]);
        const fault = await faultOf(read());
        await world.control.trouble([]);
        claim(fault.kind !== 'unauthorised', `a code of no document at ${what} ends the seller's consent`);
      }
    },
  },
  {
    name: 'does not end the consent for an error that no document has',
    async check(world) {
      const access = await connect(world);
      await world.control.trouble([{ kind: 'unknown_error' }]);
      const renewal = world.connector.authorisation.refresh(world.app, world.http, access.credentials);
      const kind = await renewal.then(
        () => 'done',
        async () => (await faultOf(renewal)).kind,
      );
      await world.control.trouble([]);
      claim(kind !== 'unauthorised', 'a code of no document ends the consent while it is renewed');
    },
  },
  {
    name: 'takes a write for no success that is one outside and failed inside',
    async check(world) {
      const { outcome } = await write(world, 'lying_success');
      claim(
        outcome === 'unknown' || outcome === 'rejected for now' || outcome === 'retry',
        `a write that failed inside of a success is ${outcome}`,
      );
    },
  },
  {
    name: 'takes an error inside of a success for no empty list',
    async check(world) {
      await world.control.addItem([{ sku: 'TEA', quantity: 50 }]);
      const access = await connect(world);
      await world.control.buy([{ sku: 'TEA', quantity: 1 }], true);
      await untilListed(world);
      for (const [what, read] of readsOf(world, access)) {
        await world.control.trouble([{ kind: 'lying_success' }]);
        const fault = await faultOf(read());
        await world.control.trouble([]);
        claim(fault.kind !== 'unauthorised', `an error inside of a success at ${what} ends the consent`);
      }
    },
  },
  {
    name: 'finds at the next read what a list of orders lacked',
    async check(world) {
      await world.control.addItem([{ sku: 'TEA', quantity: 50 }]);
      const access = await connect(world);
      for (let count = 0; count < 3; count += 1) await world.control.buy([{ sku: 'TEA', quantity: 1 }], true);
      await untilListed(world);
      for (const kind of ['empty_list', 'short_list', 'short_page', 'moved_page'] as const) {
        await world.control.trouble([{ kind, lists: 'orders' }]);
        const lacking = await allOrders(world, access).then(
          ({ size }) => size,
          () => 0,
        );
        await world.control.trouble([]);
        claim(lacking < 3, `this trial did not do what it is to show: ${kind} hid no order`);
        const { size } = await allOrders(world, access);
        claim(size === 3, `${String(size)} of 3 orders are read after ${kind}`);
      }
    },
  },
];

type Read = readonly [string, () => Promise<unknown>];

const readsOf = (world: World, access: Access): readonly Read[] => [
  ['listings', () => allListings(world, access)],
  ['orders', () => allOrders(world, access)],
  ['account', () => world.connector.account.describe(access)],
];

/** Sets 6 where 10 are; the trouble lets nothing be done. */
async function write(world: World, kind: Trouble): Promise<{ access: Access; outcome: string }> {
  await world.control.addItem([{ sku: 'WRITE', quantity: 10 }]);
  const access = await connect(world);
  const line = lineFor(world, access, await variantOf(world, access, 'WRITE'), 6);
  await world.control.trouble([{ kind, call: world.control.stockCall }]);
  const pushed = world.connector.stock.push(access, [line]);
  const outcome = await pushed.then(
    ([only]) => (only?.outcome === 'rejected' && only.mayPass ? 'rejected for now' : String(only?.outcome)),
    async () => {
      const { kind: fault } = await faultOf(pushed);
      return fault === 'unavailable' || fault === 'unexpected' ? 'unknown' : fault;
    },
  );
  await world.control.trouble([]);
  await untilSettled(world);
  const held = (await world.control.quantities()).find(({ sku }) => sku === 'WRITE')?.quantity;
  claim(held === 10, `this trial did not do what it is to show: the shop holds ${String(held)}`);
  return { access, outcome };
}
