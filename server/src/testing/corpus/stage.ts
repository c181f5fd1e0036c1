import type { Access } from '@evenstock/connectors/kit/access';
import { orderAfter, teaShop } from '@evenstock/connectors/kit/behaviours/order-cases';
import { returned } from '@evenstock/connectors/kit/behaviours/returning';
import { connectors } from '@evenstock/connectors/registry';
import type { ChannelKind } from '@evenstock/contract/channels/channels';
import type { CorpusEntry, CorpusRecord } from '@evenstock/sandbox/wild/corpus-entry';
import { sandboxWorld, type SandboxWorld } from '../conformance/sandbox-world.ts';
import { readers } from './readers.ts';
import type { Cases, Read, Seat } from './seat.ts';

/** Shops with a few records of each kind, and what their connector makes of them as documented. */
export interface Stage {
  readonly channel: ChannelKind;
  /** Where most records are. */
  readonly world: SandboxWorld;
  /** Where records of this kind are. */
  worldOf(record: CorpusRecord): Promise<SandboxWorld>;
  /** Makes what a read uses up, while answers are as documented. */
  ready(record: CorpusRecord): Promise<void>;
  read(record: CorpusRecord): Promise<Read>;
  plain(record: CorpusRecord): Promise<Read>;
  /** A new world with the same entries. */
  fresh(): Promise<SandboxWorld>;
}

const RENEWED_BEFORE_MS = 900_000;

/** Renewals of one play. There is never more than one: a further consent may end the one before. */
const USED_UP = 1;

/** More listings than a shop's list is paged for. */
const LISTED_IN_A_FILE = 251;

/** Opens a shop of the sandbox with two items and three orders, one of which is being returned; others when they are first read. */
export async function openStage(channel: ChannelKind, corpus?: readonly CorpusEntry[]): Promise<Stage> {
  const fresh = () => sandboxWorld(channel, connectors[channel], corpus);
  const seats = new Map<string, Promise<Seat>>([['shop', shopSeat(channel, await fresh())]]);
  const seatOf = async (record: CorpusRecord): Promise<Seat> => {
    const where = placesOf[record] ?? 'shop';
    const known = seats.get(where);
    if (known !== undefined) return known;
    const opened = openings[where](channel, await fresh());
    seats.set(where, opened);
    return opened;
  };
  const plain = new Map<CorpusRecord, Read>();
  const stage: Stage = {
    channel,
    world: (await seatOf('order')).world,
    worldOf: async (record) => (await seatOf(record)).world,
    async ready(record) {
      const { world, connector, spare } = await seatOf(record);
      const { app, http, control, shopName } = world;
      while (record === 'token' && spare.length < USED_UP)
        spare.push(await connector.authorisation.complete(app, http, await control.consent(), shopName));
    },
    async read(record) {
      const reader = readers[record];
      if (reader === undefined) throw new Error(`Nothing reads entries of ${record}.`);
      return reader(await seatOf(record));
    },
    async plain(record) {
      const known = plain.get(record);
      if (known !== undefined) return known;
      (await stage.worldOf(record)).setWild(null);
      await stage.ready(record);
      const read = await stage.read(record);
      plain.set(record, read);
      return read;
    },
    fresh,
  };
  return stage;
}

/** Where records of these kinds are. A new consent may end the one before, so that consents have a shop of their own. */
const placesOf: Readonly<Partial<Record<CorpusRecord, keyof typeof openings>>> = {
  form: 'forms',
  report: 'files',
  connect: 'consents',
  token: 'consents',
};
const openings = {
  shop: shopSeat,
  forms: formSeat,
  files: fileSeat,
  consents: (channel: ChannelKind, world: SandboxWorld) => seatIn(channel, world),
};

async function shopSeat(channel: ChannelKind, world: SandboxWorld): Promise<Seat> {
  const { control } = world;
  await control.addItem([{ sku: 'TEE-M', quantity: 10 }]);
  await control.addItem([{ sku: 'MUG', quantity: 7 }]);
  await control.buy(
    [
      { sku: 'TEE-M', quantity: 2 },
      { sku: 'MUG', quantity: 1 },
    ],
    true,
  );
  await control.buy([{ sku: 'MUG', quantity: 1 }], true);
  const back = await control.buy([{ sku: 'TEE-M', quantity: 1 }], true);
  for (const event of ['ship', 'deliver', 'request_return'] as const) await control.happen(back, event);
  await control.pass(600);
  return seatIn(channel, world);
}

async function fileSeat(channel: ChannelKind, world: SandboxWorld): Promise<Seat> {
  const { control } = world;
  await control.addItem([{ sku: 'TEE-M', quantity: 10 }]);
  await control.addItem([{ sku: 'MUG', quantity: 7 }]);
  if (channel === 'shopify') await control.addItems(LISTED_IN_A_FILE);
  const back = await control.buy([{ sku: 'TEE-M', quantity: 1 }], true);
  for (const event of ['ship', 'deliver', 'request_return'] as const) await control.happen(back, event);
  await control.pass(600);
  return seatIn(channel, world);
}

async function formSeat(channel: ChannelKind, world: SandboxWorld): Promise<Seat> {
  const { connector } = world;
  const access = await teaShop(world);
  const toShip = await orderAfter(world, access);
  const toCollect = connector.selfCollect === undefined ? null : await orderAfter(world, access, [], true);
  const asked =
    connector.buyerCancellation === undefined
      ? null
      : await orderAfter(world, access, ['request_cancellation']);
  const returnId =
    connector.returnDispute === undefined ? null : (await returned(world, access)).found.returnId;
  return seatIn(channel, world, { toShip, toCollect, asked, returnId });
}

async function seatIn(channel: ChannelKind, world: SandboxWorld, cases: Cases | null = null): Promise<Seat> {
  const { connector, control, app, http, shopName } = world;
  const consent = async () => connector.authorisation.complete(app, http, await control.consent(), shopName);
  let credentials = await consent();
  // Time passes with the calls, as the limits allow them.
  const access = async (): Promise<Access> => {
    const { accessExpiresAt: end } = credentials;
    if (end !== null && end.getTime() - http.now().getTime() < RENEWED_BEFORE_MS)
      credentials = await consent();
    return { app, credentials, http };
  };
  return { channel, connector, world, access, spare: [], cases };
}
