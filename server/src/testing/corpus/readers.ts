import type { Access, Credentials } from '@evenstock/connectors/kit/access';
import { allListings } from '@evenstock/connectors/kit/behaviours/claims';
import { refOf } from '@evenstock/connectors/kit/behaviours/order-cases';
import type { Connector } from '@evenstock/connectors/kit/connector';
import { ChannelError } from '@evenstock/connectors/kit/errors';
import type { ListingKey } from '@evenstock/connectors/kit/listing-key';
import type { CorpusRecord } from '@evenstock/sandbox/wild/corpus-entry';
import { jsonOf, type Json } from './difference.ts';
import type { Read, Seat } from './seat.ts';

const DAY_MS = 86_400_000;

type Reader = (seat: Seat) => Promise<Read>;

/** What a connector makes of the records of each kind. */
export const readers: Readonly<Partial<Record<CorpusRecord, Reader>>> = {
  order: async (seat) => ordersOf(seat, await seat.access()),
  listing: async (seat) => listingsOf(seat, await seat.access()),
  return: async (seat) => returnsOf(seat, await seat.access()),
  async stock(seat) {
    const access = await seat.access();
    const listed = await (keysOf.get(seat) ?? keysIn(seat, access));
    const read = await seat.connector.stock.read(access, listed);
    return {
      records: new Map(read.readings.map((each) => [`${each.itemId}/${each.variantId}`, jsonOf(each)])),
      aside: listed.length - read.readings.length,
    };
  },
  async report(seat) {
    const access = await seat.access();
    const [listed, returned] = [await listingsOf(seat, access), await returnsOf(seat, access)];
    return {
      records: new Map([...listed.records, ...returned.records]),
      aside: listed.aside + returned.aside,
    };
  },
  async connect({ connector, world }) {
    const { app, http, control, shopName } = world;
    const credentials = await connector.authorisation.complete(app, http, await control.consent(), shopName);
    const account = await connector.account.describe({ app, http, credentials });
    return {
      records: new Map<string, Json>([
        ['credentials', shownOf(credentials, http.now())],
        ['account', jsonOf({ ...account, consentEndsAt: hoursUntil(account.consentEndsAt, http.now()) })],
      ]),
      aside: 0,
    };
  },
  async token({ connector, world, spare }) {
    const { app, http } = world;
    const credentials = spare.shift();
    if (credentials === undefined) throw new Error('No tokens are ready to be renewed.');
    const renewed = await connector.authorisation.refresh(app, http, credentials);
    return { records: new Map([['credentials', shownOf(renewed, http.now())]]), aside: 0 };
  },
  form: readForms,
};

/** The listings whose stock is read, as their shop listed them first. */
const keysOf = new WeakMap<Seat, Promise<readonly ListingKey[]>>();

function keysIn(seat: Seat, access: Access): Promise<readonly ListingKey[]> {
  const keys = allListings(seat.world, access).then((listings) =>
    listings.flatMap(({ variants }) =>
      variants.map(({ itemId, variantId, stockRef }) => ({ itemId, variantId, stockRef })),
    ),
  );
  keysOf.set(seat, keys);
  return keys;
}

const HOUR_MS = 3_600_000;

/** An instant as whole hours from now: reads of one shop are minutes apart. */
const hoursUntil = (end: Date | null | undefined, now: Date): number | null =>
  end === null || end === undefined ? null : Math.round((end.getTime() - now.getTime()) / HOUR_MS);

/** Credentials without what is new each time: tokens, and ends of their lives but for the hours. */
function shownOf(credentials: Credentials, now: Date): Json {
  const { accessToken, refreshToken, accessExpiresAt, refreshExpiresAt, ...rest } = credentials;
  return jsonOf({
    ...rest,
    accessToken: accessToken === '' ? '' : 'a token',
    refreshToken: refreshToken === null || refreshToken === '' ? refreshToken : 'a token',
    accessHours: hoursUntil(accessExpiresAt, now),
    refreshHours: hoursUntil(refreshExpiresAt, now),
  });
}

type Form = (
  connector: Connector,
  access: Access,
  cases: NonNullable<Seat['cases']>,
) => Promise<unknown> | undefined;

/** All that a person chooses from. */
const forms = {
  ship: ({ fulfilment }, access, { toShip }) => fulfilment?.form(access, refOf(toShip)),
  setReady: ({ selfCollect }, access, { toCollect }) =>
    toCollect === null ? undefined : selfCollect?.form(access, refOf(toCollect)),
  cancelReasons: ({ cancellation }, access, { toShip }) => cancellation?.reasons(access, refOf(toShip)),
  refund: ({ cancellation }, access, { toShip }) => cancellation?.refund?.quote(access, refOf(toShip)),
  refusalReasons: ({ buyerCancellation }, access, { asked }) =>
    asked === null ? undefined : buyerCancellation?.refusalReasons(access, refOf(asked)),
  disputeReasons: ({ returnDispute }, access, { returnId }) =>
    returnId === null ? undefined : returnDispute?.reasons(access, returnId),
  logistics: ({ logistics }, access) => logistics?.list(access),
  discounts: ({ discounts }, access) => discounts?.page(access, null),
  boosted: ({ boosting }, access) => boosting?.boosted(access),
  places: ({ locations }, access) => locations?.list(access),
} satisfies Readonly<Record<string, Form>>;
export const formNames: ReadonlySet<string> = new Set(Object.keys(forms));

/** Each for itself: one that cannot be read is its fault. */
async function readForms({ connector, cases, access: accessOf }: Seat): Promise<Read> {
  if (cases === null) throw new Error('This shop has no order to fill a form for.');
  const access = await accessOf();
  const records = new Map<string, Json>();
  const each: readonly (readonly [string, Form])[] = Object.entries(forms);
  for (const [name, read] of each) {
    try {
      const form = await read(connector, access, cases);
      if (form !== undefined) records.set(name, jsonOf(form));
    } catch (error) {
      if (!(error instanceof ChannelError)) throw error;
      records.set(name, { lost: error.fault.kind });
    }
  }
  return { records, aside: 0 };
}

type Paged = Pick<Seat, 'connector' | 'world'>;

function ordersOf({ connector, world }: Paged, access: Access): Promise<Read> {
  const to = access.http.now();
  const window = { from: new Date(to.getTime() - DAY_MS), to };
  return readAll(world, async (cursor) => {
    const page = await connector.orders.page(access, cursor, window);
    return { ...page, of: page.orders.map((order) => [order.channelId, order]), waitSeconds: 0 };
  });
}

function listingsOf({ connector, world }: Paged, access: Access): Promise<Read> {
  return readAll(world, async (cursor) => {
    const page = await connector.listings.page(access, cursor, null);
    return { ...page, of: page.listings.map((listing) => [listing.itemId, listing]) };
  });
}

function returnsOf({ connector, world }: Paged, access: Access): Promise<Read> {
  const { returns } = connector;
  const to = access.http.now();
  const window = { from: new Date(to.getTime() - DAY_MS), to };
  return readAll(world, async (cursor) => {
    if (returns === undefined) return { of: [], unreadable: [], next: null, waitSeconds: 0 };
    const page = await returns.page(access, cursor, window);
    return { ...page, of: page.returns.map((each) => [each.returnId, each]) };
  });
}

type Cursor = Parameters<Connector['orders']['page']>[1];

async function readAll(
  { control }: Seat['world'],
  page: (cursor: Cursor) => Promise<{
    readonly of: readonly (readonly [id: string, record: unknown])[];
    readonly unreadable: readonly unknown[];
    readonly next: Cursor;
    readonly waitSeconds: number;
  }>,
): Promise<Read> {
  const records = new Map<string, Json>();
  let aside = 0;
  let cursor: Cursor = null;
  do {
    const read = await page(cursor);
    for (const [id, record] of read.of) records.set(id, jsonOf(record));
    aside += read.unreadable.length;
    cursor = read.next;
    if (cursor !== null && read.waitSeconds > 0) await control.pass(read.waitSeconds);
  } while (cursor !== null);
  return { records, aside };
}
