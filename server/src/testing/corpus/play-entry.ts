import type { Access } from '@evenstock/connectors/kit/access';
import { ChannelError } from '@evenstock/connectors/kit/errors';
import { connectors } from '@evenstock/connectors/registry';
import type { ChannelKind } from '@evenstock/contract/channels/channels';
import type { CorpusEntry, CorpusRecord } from '@evenstock/sandbox/wild/corpus-entry';
import { z } from 'zod';
import { sandboxWorld, type SandboxWorld } from '../conformance/sandbox-world.ts';

type Json = z.infer<ReturnType<typeof z.json>>;

/** What a connector makes of all records of a kind: by their ids, and how many it set aside. */
interface Read {
  readonly records: ReadonlyMap<string, Json>;
  readonly aside: number;
}

/** A shop with a few records of each kind, and what its connector makes of them as documented. */
export interface Stage {
  readonly channel: ChannelKind;
  readonly world: SandboxWorld;
  read(record: CorpusRecord): Promise<Read>;
  plain(record: CorpusRecord): Promise<Read>;
}

const RENEWED_BEFORE_MS = 900_000;

/** These differ with the moment of a read. */
const ofTheRead: ReadonlySet<string> = new Set(['interval', 'updatedAt', 'readBegan']);

const jsonOf = (value: unknown): Json =>
  z
    .json()
    .parse(
      JSON.parse(JSON.stringify(value, (name, each: unknown) => (ofTheRead.has(name) ? undefined : each))),
    );

/** Opens a shop of the sandbox with two items and three orders, one of which is being returned. */
export async function openStage(channel: ChannelKind, corpus?: readonly CorpusEntry[]): Promise<Stage> {
  const connector = connectors[channel];
  const world = await sandboxWorld(channel, connector, corpus);
  const { control, http, app, shopName } = world;
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
  const consent = async () => connector.authorisation.complete(app, http, await control.consent(), shopName);
  let credentials = await consent();
  // Time passes with the calls, as the limits allow them.
  const access = async (): Promise<Access> => {
    const { accessExpiresAt: end } = credentials;
    if (end !== null && end.getTime() - http.now().getTime() < RENEWED_BEFORE_MS)
      credentials = await consent();
    return { app, credentials, http };
  };
  const plain = new Map<CorpusRecord, Read>();
  const stage: Stage = {
    channel,
    world,
    async read(record) {
      const reader = readers[record];
      if (reader === undefined) throw new Error(`Nothing plays entries of ${record}.`);
      return reader(await access(), channel);
    },
    async plain(record) {
      const known = plain.get(record);
      if (known !== undefined) return known;
      world.setWild(null);
      const read = await stage.read(record);
      plain.set(record, read);
      return read;
    },
  };
  return stage;
}

const readers: Readonly<
  Partial<Record<CorpusRecord, (access: Access, channel: ChannelKind) => Promise<Read>>>
> = {
  async order(access, channel) {
    const { orders } = connectors[channel];
    const to = access.http.now();
    const window = { from: new Date(to.getTime() - 86_400_000), to };
    return readAll(async (cursor) => {
      const page = await orders.page(access, cursor, window);
      return {
        of: page.orders.map((order) => [order.channelId, order]),
        aside: page.unreadable.length,
        next: page.next,
      };
    });
  },
  async listing(access, channel) {
    const { listings } = connectors[channel];
    return readAll(async (cursor) => {
      const page = await listings.page(access, cursor, null);
      return {
        of: page.listings.map((listing) => [listing.itemId, listing]),
        aside: page.unreadable.length,
        next: page.next,
      };
    });
  },
  async stock(access, channel) {
    const { listings, stock } = connectors[channel];
    const page = await listings.page(access, null, null);
    const keys = page.listings.flatMap(({ itemId, variants }) =>
      variants.map(({ variantId, stockRef }) => ({ itemId, variantId, stockRef })),
    );
    const read = await stock.read(access, keys);
    return {
      records: new Map(read.readings.map((each) => [`${each.itemId}/${each.variantId}`, jsonOf(each)])),
      aside: keys.length - read.readings.length,
    };
  },
  async return(access, channel) {
    const { returns } = connectors[channel];
    const to = access.http.now();
    const window = { from: new Date(to.getTime() - 86_400_000), to };
    return readAll(async (cursor) => {
      if (returns === undefined) return { of: [], aside: 0, next: null };
      const page = await returns.page(access, cursor, window);
      return {
        of: page.returns.map((each) => [each.returnId, each]),
        aside: page.unreadable.length,
        next: page.next,
      };
    });
  },
};

type Cursor = Parameters<(typeof connectors)[ChannelKind]['orders']['page']>[1];

async function readAll(
  page: (cursor: Cursor) => Promise<{
    readonly of: readonly (readonly [id: string, record: unknown])[];
    readonly aside: number;
    readonly next: Cursor;
  }>,
): Promise<Read> {
  const records = new Map<string, Json>();
  let aside = 0;
  let cursor: Cursor = null;
  do {
    const read = await page(cursor);
    for (const [id, record] of read.of) records.set(id, jsonOf(record));
    aside += read.aside;
    cursor = read.next;
  } while (cursor !== null);
  return { records, aside };
}

/** What an entry came to, in the form of its outcome; text: why it cannot be played. */
export type Played = CorpusEntry['outcome'] | string;

/** Plays an entry on one record of its shop: what its connector makes of it, beside what it makes of the plain answer. */
export async function playEntry(stage: Stage, entry: CorpusEntry): Promise<Played> {
  const { world } = stage;
  const before = await stage.plain(entry.record);
  if (before.records.size === 0) return 'The shop has no such record.';
  const setting = { seed: 1, share: 1, only: [entry.id] };
  world.setWild(setting);
  try {
    const first = await keyOfFirst(stage, entry);
    if (first === null) return 'The patch touches nothing.';
    world.setWild({ ...setting, records: [first] });
    return differenceOf(before, await stage.read(entry.record));
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error;
    return { lost: error.fault.kind };
  } finally {
    world.setWild(null);
  }
}

async function keyOfFirst({ world, read }: Stage, entry: CorpusEntry): Promise<string | null> {
  try {
    await read(entry.record);
  } catch (error) {
    // A call that is lost has drawn its records all the same.
    if (!(error instanceof ChannelError)) throw error;
  }
  return world.drawn().find((drawn) => drawn.entry === entry.id)?.record ?? null;
}

function differenceOf(before: Read, now: Read): Played {
  const gone = [...before.records.keys()].filter((id) => !now.records.has(id));
  const come = [...now.records.keys()].filter((id) => !before.records.has(id));
  const aside = now.aside - before.aside;
  if (gone.length === 1 && come.length === 0 && aside === 1) return { aside: true };
  if (gone.length + come.length + aside > 0) {
    return `${String(gone.length)} records are gone, ${String(come.length)} are new, ${String(aside)} are set aside.`;
  }
  const changes: Record<string, Json> = {};
  const changed = [...now.records].filter(([id, record]) => {
    const found = differences(before.records.get(id) ?? null, record, '');
    Object.assign(changes, Object.fromEntries(found));
    return found.length > 0;
  });
  return changed.length > 1 ? `${String(changed.length)} records differ.` : { changes };
}

function differences(one: Json, other: Json, at: string): [path: string, value: Json][] {
  if (JSON.stringify(one) === JSON.stringify(other)) return [];
  const [before, now] = [membersOf(one), membersOf(other)];
  const areAlike = Array.isArray(one) === Array.isArray(other);
  if (before === null || now === null || !areAlike) return [[at.slice(1), other]];
  if (Array.isArray(one) && Object.keys(before).length !== Object.keys(now).length)
    return [[at.slice(1), other]];
  return [...new Set([...Object.keys(before), ...Object.keys(now)])].flatMap((name) =>
    differences(before[name] ?? null, now[name] ?? null, `${at}.${name}`),
  );
}

const members = z.record(z.string(), z.json());
function membersOf(value: Json): Readonly<Record<string, Json>> | null {
  if (typeof value !== 'object' || value === null) return null;
  return Array.isArray(value) ? Object.fromEntries(value.entries()) : members.parse(value);
}
