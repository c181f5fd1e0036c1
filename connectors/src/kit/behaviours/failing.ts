import { english } from '@evenstock/contract/messages/english';
import { leavesWriteUnknown } from '../errors.ts';
import type { ChannelHttp, ChannelReply } from '../http.ts';
import { connect } from './world.ts';
import type { Behaviour, Trouble, World } from './world.ts';
import type { Access } from '../access.ts';
import type { Cursor, Unreadable } from '../paging.ts';
import type { ChannelListing, ListingPage, StockLine } from '../connector.ts';
import { changing, withoutNameOf, withStrangeFields } from './changed-replies.ts';
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

export const failing: readonly Behaviour[] = [
  {
    name: 'reports throttling with its seconds',
    async check(world) {
      const access = await connect(world);
      await world.control.trouble([{ kind: 'throttle' }]);
      const fault = await faultOf(world.connector.account.describe(access));
      claim(fault.kind === 'throttled', `a throttled call is ${fault.kind}: ${english(fault.reason)}`);
      claim(fault.afterSeconds > 0 && Number.isFinite(fault.afterSeconds), 'no seconds to wait');
    },
  },
  ...unknownWrites([
    ['timeout', 'does not know of a write that was not answered', false],
    ['error_500', 'does not know of a write that ended in their fault', false],
    ['error_after_commit', 'does not know of a write that was done but answered with an error', true],
    ['html', 'does not know of a write that was answered with a web page', false],
    ['truncate', 'does not know of a write whose answer breaks off', true],
  ]),
  {
    name: 'takes a web page, a cut answer and a fault of theirs for what they are when reading',
    async check(world) {
      const access = await connect(world);
      for (const kind of ['html', 'truncate', 'error_500', 'timeout'] as const) {
        await world.control.trouble([{ kind }]);
        const fault = await faultOf(world.connector.account.describe(access));
        claim(leavesWriteUnknown(fault), `${kind} is ${fault.kind}`);
        await world.control.trouble([]);
      }
      await world.connector.account.describe(access);
    },
  },
  {
    name: 'quarantines an order that it cannot read, with a reason, and reads the others',
    async check(world) {
      await world.control.addItem([{ sku: 'TEA', quantity: 50 }]);
      const access = await connect(world);
      for (let count = 0; count < 3; count += 1) await world.control.buy([{ sku: 'TEA', quantity: 1 }], true);
      await untilListed(world);
      const spoilt: Access = { ...access, http: spoiling(access.http) };
      const now = access.http.now().getTime();
      const window = { from: new Date(now - 600_000), to: new Date(now + 2000) };
      const page = await world.connector.orders.page(spoilt, null, window);
      claim(page.orders.length === 2, `${page.orders.length} of the other 2 orders were read`);
      const [quarantined] = page.unreadable;
      claim(
        page.unreadable.length === 1 && quarantined !== undefined,
        `${page.unreadable.length} were quarantined`,
      );
      claim(
        quarantined.reference.length > 3 && english(quarantined.reason).length > 30,
        JSON.stringify(quarantined),
      );
    },
  },
  {
    name: 'reads a listing whose name is lost, or quarantines it alone, with a reason',
    async check(world) {
      for (const sku of ['ONE', 'TWO', 'THREE']) await world.control.addItem([{ sku, quantity: 5 }]);
      const access = await connect(world);
      const spoilt: Access = { ...access, http: changing(access.http, withoutNameOf('TWO')) };
      const listings: ChannelListing[] = [];
      const quarantined: Unreadable[] = [];
      let cursor: Cursor | null = null;
      do {
        const page: ListingPage = await world.connector.listings.page(spoilt, cursor, null);
        listings.push(...page.listings);
        quarantined.push(...page.unreadable);
        cursor = page.next;
        if (page.waitSeconds > 0) await world.control.pass(page.waitSeconds);
      } while (cursor !== null);
      const read = listings.flatMap(({ variants }) => variants.map(({ sku }) => sku)).sort();
      const all = read.join() === 'ONE,THREE,TWO';
      claim(all || read.join() === 'ONE,THREE', `read were ${read.join()}`);
      claim(
        quarantined.length === (all ? 0 : 1) &&
          quarantined.every(({ reference, reason }) => reference !== '' && english(reason).length > 30),
        `quarantined were ${JSON.stringify(quarantined)}`,
      );
    },
  },
  {
    name: 'reads what it knows where the marketplace sends undocumented fields',
    async check(world) {
      await world.control.addItem([{ sku: 'TEA', quantity: 50 }]);
      const access = await connect(world);
      const number = await world.control.buy([{ sku: 'TEA', quantity: 2 }], true);
      await untilListed(world);
      const talkative: Access = { ...access, http: changing(access.http, withStrangeFields) };
      const variant = await variantOf(world, talkative, 'TEA');
      claim(variant.measure === 48, `the quantity reads ${String(variant.measure)} instead of 48`);
      const order = (await allOrders(world, talkative)).get(number);
      claim(order?.lines[0]?.ordered === 2, 'the order was not read');
      const alone = await world.connector.orders.read(talkative, [order.channelId]);
      claim(alone.orders.length === 1, 'the single order was not read');
    },
  },
  {
    name: 'ends where a marketplace repeats its pages',
    async check(world) {
      await world.control.addItems(130);
      await world.control.addItem([{ sku: 'TEA', quantity: 500 }]);
      const access = await connect(world);
      await ends('listings', allListings(world, { ...access, http: repeating(world, access.http) }));
      for (let count = 0; count < 60; count += 1)
        await world.control.buy([{ sku: 'TEA', quantity: 1 }], true);
      await untilListed(world);
      await ends('orders', allOrders(world, { ...access, http: repeating(world, access.http) }));
    },
  },
];

/** After a failed write the connector must claim neither success nor rejection. */
function unknownWrites(cases: readonly (readonly [Trouble, string, boolean])[]): Behaviour[] {
  return cases.map(([kind, name, landed]) => ({
    name,
    async check(world: World) {
      const { access, line } = await oneLine(world);
      await world.control.trouble([{ kind, call: world.control.stockCall }]);
      const outcome = await outcomeOf(world, access, line);
      await world.control.trouble([]);
      await untilSettled(world);
      claim(outcome === 'unknown', `the write is said to be ${outcome}`);
      const held = (await world.control.quantities()).find(({ sku }) => sku === 'WRITE')?.quantity;
      claim(
        held === (landed ? 6 : 10),
        `this trial did not do what it is to show: the shop holds ${String(held)}`,
      );
    },
  }));
}

async function oneLine(world: World): Promise<{ access: Access; line: StockLine }> {
  await world.control.addItem([{ sku: 'WRITE', quantity: 10 }]);
  const access = await connect(world);
  const variant = await variantOf(world, access, 'WRITE');
  return { access, line: lineFor(world, access, variant, 6) };
}

/** Whether the line is `unknown`, or the call failed with a fault that leaves a write unknown. */
async function outcomeOf(world: World, access: Access, line: StockLine): Promise<string> {
  const pushed = world.connector.stock.push(access, [line]);
  const result = await pushed.then(
    ([only]) => only?.outcome ?? 'nothing',
    () => null,
  );
  if (result !== null) return result;
  const fault = await faultOf(pushed);
  return leavesWriteUnknown(fault) ? 'unknown' : fault.kind;
}

/** Makes the first order's date unreadable in each answer. */
function spoiling(http: ChannelHttp): ChannelHttp {
  const placed = /"(create_time|created_at|createdAt|createdTime|orderDate|payment_date)":\s*("[^"]*"|\d+)/;
  return changing(http, (text) => text.replace(placed, '"$1":"some day"'));
}

/** Repeated pages must either end, or be reported as a fault of the marketplace. */
async function ends(what: string, pull: Promise<unknown>): Promise<void> {
  const fault = await pull.then(
    () => null,
    () => faultOf(pull),
  );
  claim(fault === null || fault.kind === 'unexpected', `repeated pages of ${what} are ${fault?.kind ?? ''}`);
}

/** Answers each list call with its first answer, whatever page is asked for. */
function repeating({ control }: World, http: ChannelHttp): ChannelHttp {
  const first = new Map<string, ChannelReply>();
  return {
    now: () => http.now(),
    async send(request) {
      const body = typeof request.body === 'string' ? request.body : '';
      if (!control.isListCall({ url: request.url, body })) return http.send(request);
      const operation = /(query|mutation) (\w+)/.exec(body)?.[2] ?? '';
      const key = `${new URL(request.url).pathname} ${operation}`;
      const reply = first.get(key) ?? (await http.send(request));
      first.set(key, reply);
      return reply;
    },
  };
}
