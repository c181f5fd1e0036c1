import { platformAbilities, storeAbilities } from '@evenstock/contract/abilities';
import type { StoreRole, UserRole } from '@evenstock/contract/accounts';
import type { Endpoint } from '@evenstock/contract/endpoint';
import { endpoints } from '@evenstock/contract/table';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLiveHub, type LiveHub } from '../platform/live.ts';
import { createTestContext, type TestContext } from './context.ts';
import { createTestServer, type TestServer } from './http.ts';
import {
  addMember,
  addPopulatedStore,
  addUser,
  endsTheStore,
  fillPath,
  namesOf,
  openSession,
  type PopulatedStore,
} from './world.ts';

/*
 * Every endpoint × every kind of caller, expected from the endpoint's own permission. A new endpoint is in it by itself.
 */

interface Caller {
  readonly name: string;
  readonly role: UserRole;
  readonly storeRole: StoreRole | null;
}
const callers: readonly Caller[] = [
  { name: 'a stranger', role: 'member', storeRole: null },
  { name: 'a member', role: 'member', storeRole: 'member' },
  { name: 'an admin', role: 'member', storeRole: 'admin' },
  { name: 'the owner', role: 'member', storeRole: 'owner' },
  { name: 'a platform admin', role: 'admin', storeRole: null },
  { name: 'a developer', role: 'developer', storeRole: null },
];

let ctx: TestContext;
let server: TestServer;
let hub: LiveHub;
let base: string;
let store: PopulatedStore;
let foreign: PopulatedStore;
let deleted: PopulatedStore;
const users = new Map<string, number>();

beforeAll(async () => {
  ctx = await createTestContext();
  hub = await openLiveHub(ctx.database.connection, ctx.log);
  server = await createTestServer(ctx, { live: hub });
  base = await server.app.listen({ host: '127.0.0.1', port: 0 });
  for (const { name, role } of callers) users.set(name, await addUser(ctx, role));
  store = await addStaffedStore();
  foreign = await addPopulatedStore(ctx);
  deleted = await addStaffedStore();
  await ctx.db
    .updateTable('stores')
    .set({ deleted_at: ctx.clock.now() })
    .where('id', '=', deleted.id)
    .execute();
});
afterAll(async () => {
  await hub.close();
  await server.close();
  await ctx.close();
});

/** A store in which every caller has their role. */
async function addStaffedStore(): Promise<PopulatedStore> {
  const staffed = await addPopulatedStore(ctx);
  for (const { name, storeRole } of callers) {
    const userId = users.get(name);
    if (storeRole !== null && userId !== undefined) await addMember(ctx, staffed.id, userId, storeRole);
  }
  return staffed;
}

async function statusOf(endpoint: Endpoint, path: string, caller: string | null): Promise<number> {
  const userId = caller === null ? null : users.get(caller);
  const token = userId === null || userId === undefined ? undefined : await openSession(ctx, userId);
  if (endpoint.kind === 'events') {
    const abort = new AbortController();
    const headers = token === undefined ? {} : { 'authentication-token': token };
    const { status } = await fetch(`${base}${path}`, { headers, signal: abort.signal });
    abort.abort();
    return status;
  }
  const answer = await server.call(endpoint.method, path, {
    ...(token === undefined ? {} : { token }),
    ...(endpoint.method === 'GET' ? {} : { body: {} }),
  });
  if (answer.status >= 500) throw new Error(`${endpoint.name}: ${JSON.stringify(answer.body)}`);
  return answer.status;
}

function allows(endpoint: Endpoint, caller: Caller): boolean {
  if (endpoint.permission === 'signed_in' || endpoint.permission === 'public') return true;
  const abilities: readonly string[] = [
    ...storeAbilities(caller.storeRole, caller.role),
    ...platformAbilities(caller.role),
  ];
  return abilities.includes(endpoint.permission);
}

/** Calls that only one member may make, whom the record names: others of the same role are refused. */
const namesItsCaller: ReadonlySet<string> = new Set(['acceptTransfer', 'rejectTransfer']);

/** Reads that need a query to find anything. */
const asksForQuery: ReadonlySet<string> = new Set(['storeNameFromCode']);

/** Reads that ask the marketplace itself, which the store of this test is not connected to. */
const asksMarketplace: ReadonlySet<string> = new Set(['listLogistics', 'showRawAccount']);

const inStore = (endpoint: Endpoint): boolean => endpoint.path.includes('/:storeId');
const namesRecords = (endpoint: Endpoint): boolean => /:(?!storeId\b|shop\b)\w+/.test(endpoint.path);

/** What deletes comes last: the others want something to look at. */
const inOrder = [
  ...endpoints.filter(({ method }) => method !== 'DELETE'),
  ...endpoints.filter(({ method }) => method === 'DELETE'),
];

describe.each(inOrder.map((endpoint) => [endpoint.name, endpoint] as const))('%s', (_name, endpoint) => {
  it('signed out', async () => {
    const status = await statusOf(endpoint, fillPath(endpoint.path, namesOf(store)), null);
    if (endpoint.permission === 'public') expect(status).not.toBe(401);
    else expect(status).toBe(401);
  });

  it.each(callers)('$name', async (caller) => {
    const place = endsTheStore.has(endpoint.name) ? await addStaffedStore() : store;
    const status = await statusOf(endpoint, fillPath(endpoint.path, namesOf(place)), caller.name);
    const isStranger = caller.storeRole === null && caller.role === 'member';
    if (inStore(endpoint) && isStranger) expect(status).toBe(404);
    else if (!allows(endpoint, caller)) expect(status).toBe(403);
    else if (asksMarketplace.has(endpoint.name)) expect([200, 422]).toContain(status);
    else if (asksForQuery.has(endpoint.name)) expect(status).toBe(404);
    else if (namesItsCaller.has(endpoint.name)) expect(status).toBe(403);
    else if (endpoint.method === 'GET') expect(status).toBe(200);
    else expect([200, 202, 404, 422]).toContain(status);
  });

  if (!inStore(endpoint)) return;
  it('a deleted store, to its owner', async () => {
    expect(await statusOf(endpoint, fillPath(endpoint.path, namesOf(deleted)), 'the owner')).toBe(404);
  });

  if (!namesRecords(endpoint)) return;
  it('records of another store, through one’s own', async () => {
    const path = fillPath(endpoint.path, { ...namesOf(foreign), storeId: store.slug });
    const status = await statusOf(endpoint, path, 'the owner');
    const owner = callers.find(({ storeRole }) => storeRole === 'owner');
    if (owner !== undefined && !allows(endpoint, owner)) expect(status).toBe(403);
    // What is written is looked at before the record is looked for.
    else expect(endpoint.method === 'GET' ? [404] : [404, 422]).toContain(status);
  });
});
