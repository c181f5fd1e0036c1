import type { StoreRole, UserRole } from '@evenstock/contract/accounts/accounts';
import type { Endpoint } from '@evenstock/contract/api/endpoint';
import { newestReasonCalls, reasonCalls } from '@evenstock/contract/cancellations/cancellations';
import { channelEndpoints as disputeReasonCalls } from '@evenstock/contract/returns/returns';
import { endpoints } from '@evenstock/contract/table';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLiveHub, type LiveHub } from '../api/live.ts';
import { entersNoStore, worksWithExpiredPassword } from './access-exceptions.ts';
import { namesInTable, rightFor, type Answer, type CallerKind } from './access-table.ts';
import { createTestContext, type TestContext } from './context.ts';
import { createTestServer, type TestServer } from './http.ts';
import {
  addMember,
  addPopulatedStore,
  addUser,
  fillPath,
  namesOf,
  openSession,
  type PopulatedStore,
} from './world.ts';

/*
 * Every endpoint × every kind of caller, expected from the table in access-table.ts, which is written by hand. A new endpoint
 * fails until it has a row there.
 */

interface Caller {
  readonly name: string;
  readonly role: UserRole;
  readonly storeRole: StoreRole | null;
  /** The columns of the table that count for them: what one of them allows, they may. */
  readonly kinds: readonly CallerKind[];
}
const callers: readonly Caller[] = [
  { name: 'a stranger', role: 'member', storeRole: null, kinds: ['stranger'] },
  { name: 'a member', role: 'member', storeRole: 'member', kinds: ['member'] },
  { name: 'an admin', role: 'member', storeRole: 'admin', kinds: ['admin'] },
  { name: 'the owner', role: 'member', storeRole: 'owner', kinds: ['owner'] },
  { name: 'a platform admin', role: 'admin', storeRole: null, kinds: ['platformAdmin'] },
  { name: 'a developer', role: 'developer', storeRole: null, kinds: ['developer'] },
  {
    name: 'a platform admin who is a member',
    role: 'admin',
    storeRole: 'member',
    kinds: ['platformAdmin', 'member'],
  },
];

/** A store in which every caller has their role, with a Shopify shop whose name paths can give. */
interface StaffedStore extends PopulatedStore {
  readonly shop: string;
}

let ctx: TestContext;
let server: TestServer;
let hub: LiveHub;
let base: string;
let store: StaffedStore;
let foreign: PopulatedStore;
let deleted: StaffedStore;
/** Requires a second factor, which none of the callers has. */
let guarded: StaffedStore;
/** A store admin of every staffed store. */
let withExpiredPassword: number;
const users = new Map<string, number>();

beforeAll(async () => {
  ctx = await createTestContext();
  hub = await openLiveHub(ctx.database.connection, ctx.log);
  server = await createTestServer(ctx, { live: hub });
  base = await server.app.listen({ host: '127.0.0.1', port: 0 });
  for (const { name, role } of callers) users.set(name, await addUser(ctx, role));
  withExpiredPassword = await addUser(ctx);
  await ctx.db
    .updateTable('users')
    .set({ password_expired: true })
    .where('id', '=', withExpiredPassword)
    .execute();
  store = await addStaffedStore();
  foreign = await addPopulatedStore(ctx);
  deleted = await addStaffedStore();
  await ctx.db
    .updateTable('stores')
    .set({ deleted_at: ctx.clock.now() })
    .where('id', '=', deleted.id)
    .execute();
  guarded = await addStaffedStore();
  await ctx.db
    .updateTable('stores')
    .set({ requires_second_factor: true })
    .where('id', '=', guarded.id)
    .execute();
});
afterAll(async () => {
  await hub.close();
  await server.close();
  await ctx.close();
});

async function addStaffedStore(): Promise<StaffedStore> {
  const staffed = await addPopulatedStore(ctx);
  for (const { name, storeRole } of callers) {
    const userId = users.get(name);
    if (storeRole !== null && userId !== undefined) await addMember(ctx, staffed.id, userId, storeRole);
  }
  await addMember(ctx, staffed.id, withExpiredPassword, 'admin');
  const shop = `kopi-${staffed.slug}`;
  const now = ctx.clock.now();
  await ctx.db
    .insertInto('marketplaces')
    .values({
      store_id: staffed.id,
      slug: 'kopi',
      name: 'Kopi',
      channel: 'shopify',
      shop_name: shop,
      created_at: now,
      updated_at: now,
    })
    .execute();
  return { ...staffed, shop };
}

interface Place {
  readonly path: string;
  readonly body: object;
}

/** Only the store's entries are sent; all others are missing. */
const at = (endpoint: Endpoint, place: StaffedStore): Place => ({
  path: fillPath(endpoint.path, { ...namesOf(place), shop: place.shop }),
  body: endpoint.name === 'enterFromShopify' ? { shop: place.shop } : {},
});

async function answerOf(
  endpoint: Endpoint,
  { path, body }: Place,
  userId?: number,
): Promise<{ status: number; body: unknown }> {
  const token = userId === undefined ? undefined : await openSession(ctx, userId);
  if (endpoint.kind === 'events') {
    const abort = new AbortController();
    const headers = token === undefined ? {} : { 'authentication-token': token };
    const response = await fetch(`${base}${path}`, { headers, signal: abort.signal });
    const body: unknown = response.ok ? null : await response.json();
    abort.abort();
    return { status: response.status, body };
  }
  const answer = await server.call(endpoint.method, path, {
    ...(token === undefined ? {} : { token }),
    ...(endpoint.method === 'GET' ? {} : { body }),
  });
  if (answer.status >= 500) throw new Error(`${endpoint.name}: ${JSON.stringify(answer.body)}`);
  return answer;
}

async function statusOf(endpoint: Endpoint, place: Place, userId?: number): Promise<number> {
  return (await answerOf(endpoint, place, userId)).status;
}

const passwordExpired = {
  status: 403,
  body: { error: 'Password expired. Please change your password.' },
};

function answersFor(endpoint: Endpoint, caller: Caller): ReadonlySet<Answer> {
  const right = rightFor(endpoint.name);
  return new Set(caller.kinds.map((kind) => right[kind]));
}

/** The pending transfer of each store offers it to somebody else than these callers. */
const allows = (endpoint: Endpoint, caller: Caller): boolean => answersFor(endpoint, caller).has('yes');

/** Reads that need a query to find anything. */
const asksForQuery: ReadonlySet<string> = new Set(['storeNameFromCode']);

/** Reads that ask the marketplace itself, which the store of this test is not connected to. */
const asksMarketplace: ReadonlySet<string> = new Set([
  'listMarketplaceShipmentProviders',
  'listLogistics',
  'listStockPlaces',
  'previewStockPlaces',
  'showRawAccount',
  'showShipmentForm',
  'showShopeeShipmentParams',
  'listShopeeAddresses',
  'listShopeePickupTimes',
  'listShopeeBranches',
  'showCollectionForm',
  'listShipmentProviders',
  'listRefusalReasons',
  'showRawOrder',
  'showRawListing',
  'showRawListingVariants',
  ...[...reasonCalls, ...newestReasonCalls].map(({ reasons }) => reasons.name),
  'listDisputeReasons',
  ...disputeReasonCalls.map(({ name }) => name),
  'getShippingLabel',
]);

/** Reads with a required choice of orders. */
const asksForOrders: ReadonlySet<string> = new Set([
  'getShippingLabels',
  'getInvoices',
  'getPickList',
  'listOrdersToPack',
  'listMassShipForms',
  'listMassCollectionForms',
  'listMassPickupForms',
  'listMassCancellationForms',
  'listMassAcceptanceForms',
  'listMassRefusalForms',
  'listShopeeMassShipmentParams',
  'previewMerge',
]);

/** Exports of a month, or of a tab, in which the store of this test may have nothing. */
const mayFindNothing: ReadonlySet<string> = new Set([
  'downloadVariants',
  'downloadStockMovements',
  'downloadOrders',
  'downloadOrderItems',
]);

/** Calls that find the store by the name of a shop in it. */
const namesShop: ReadonlySet<string> = new Set(['authoriseShopify', 'enterFromShopify']);

/** What no caller of this test has. */
const missesItsRecord: ReadonlySet<string> = new Set([
  'endOneSession',
  'revokeAccessToken',
  'showShippingLabels',
  'showActivity',
  'showInstallationActivity',
  'deleteActivity',
  'showDownload',
  'showMassUpdate',
  'showMerge',
  'undoMerge',
  'undoAdjustment',
  'deleteAnnouncement',
  'deleteSavedView',
]);

const inStore = (endpoint: Endpoint): boolean =>
  endpoint.path.includes('/:storeId') || namesShop.has(endpoint.name);
const namesRecords = (endpoint: Endpoint): boolean => /:(?!storeId\b|shop\b)\w+/.test(endpoint.path);

/** Acts that change or end what others of the table would look at have a store of their own for each call. */
const placeFor = async ({ method, name }: Endpoint): Promise<StaffedStore> =>
  method === 'GET' && !name.startsWith('deactivate') ? store : addStaffedStore();

it('has a row for each endpoint, and none for an endpoint that is not there', () => {
  expect([...namesInTable].sort()).toEqual(endpoints.map(({ name }) => name).sort());
});

describe.each(endpoints.map((endpoint) => [endpoint.name, endpoint] as const))('%s', (_name, endpoint) => {
  it('signed out', async () => {
    const status = await statusOf(endpoint, at(endpoint, store));
    if (rightFor(endpoint.name).signedOut === 'yes') expect(status).not.toBe(401);
    else expect(status).toBe(401);
  });

  it.each(callers)('$name', async (caller) => {
    const place = await placeFor(endpoint);
    const status = await statusOf(endpoint, at(endpoint, place), users.get(caller.name));
    const isStranger = caller.storeRole === null && caller.role === 'member';
    if (inStore(endpoint) && isStranger) expect(status).toBe(404);
    else if (!allows(endpoint, caller)) expect(status).toBe(403);
    else if (asksMarketplace.has(endpoint.name) || mayFindNothing.has(endpoint.name))
      expect([200, 422]).toContain(status);
    else if (asksForQuery.has(endpoint.name) || missesItsRecord.has(endpoint.name)) expect(status).toBe(404);
    else if (asksForOrders.has(endpoint.name)) expect(status).toBe(422);
    else if (endpoint.method === 'GET') expect(status).toBe(200);
    else expect([200, 202, 422]).toContain(status);
  });

  it('with an expired password, an admin', async () => {
    const answer = await answerOf(endpoint, at(endpoint, await placeFor(endpoint)), withExpiredPassword);
    if (worksWithExpiredPassword.has(endpoint.name)) expect(answer.status).not.toBe(403);
    else expect(answer).toMatchObject(passwordExpired);
  });

  it.each(['the owner', 'a developer'])(
    'without the second factor that the store requires, %s',
    async (name) => {
      const answer = await answerOf(endpoint, at(endpoint, guarded), users.get(name));
      if (entersNoStore.has(endpoint.name))
        expect(answer.body).not.toMatchObject({ second_factor_required: true });
      else expect(answer).toMatchObject({ status: 403, body: { second_factor_required: true } });
    },
  );

  if (Object.values(rightFor(endpoint.name)).includes('transferee')) {
    it('the member whom the transfer names', async () => {
      const place = await addStaffedStore();
      const { transferree_id: transferee } = await ctx.db
        .updateTable('store_transfers')
        .set({ transferrer_id: users.get('the owner') })
        .where('id', '=', place.storeTransferId)
        .returning('transferree_id')
        .executeTakeFirstOrThrow();
      expect(await statusOf(endpoint, at(endpoint, place), transferee)).toBe(200);
    });
  }

  if (!inStore(endpoint)) return;
  it('a deleted store, to its owner', async () => {
    expect(await statusOf(endpoint, at(endpoint, deleted), users.get('the owner'))).toBe(404);
  });

  if (!namesRecords(endpoint)) return;
  it('records of another store, through one’s own', async () => {
    const path = fillPath(endpoint.path, { ...namesOf(foreign), storeId: store.slug });
    const status = await statusOf(endpoint, { path, body: {} }, users.get('the owner'));
    if (rightFor(endpoint.name).owner !== 'yes') expect(status).toBe(403);
    // What is written is looked at before the record is looked for.
    else expect(endpoint.method === 'GET' ? [404] : [404, 422]).toContain(status);
  });
});
