import { tokenCallsPerMinute, tokenScopes, type TokenScope } from '@evenstock/contract/stores/access-tokens';
import type { Endpoint } from '@evenstock/contract/api/endpoint';
import { endpoints } from '@evenstock/contract/table';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openLiveHub, type LiveHub } from '../../../api/live.ts';
import { createTestContext, type TestContext } from '../../../testing/context.ts';
import { createTestServer, PASSWORD, type TestServer } from '../../../testing/http.ts';
import {
  addMember,
  addPopulatedStore,
  addUser,
  fillPath,
  namesOf,
  openSession,
  type PopulatedStore,
} from '../../../testing/world.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { endAllSessions } from '../end-all-sessions.ts';

let ctx: TestContext;
let server: TestServer;
let hub: LiveHub;
beforeAll(async () => {
  ctx = await createTestContext();
  hub = await openLiveHub(ctx.database.connection, ctx.log);
  server = await createTestServer(ctx, { live: hub });
});
afterAll(async () => {
  await hub.close();
  await server.close();
  await ctx.close();
});

interface Person {
  readonly store: PopulatedStore;
  readonly userId: number;
  readonly session: string;
}

async function join(role: 'owner' | 'admin' | 'member', store?: PopulatedStore): Promise<Person> {
  const place = store ?? (await addPopulatedStore(ctx));
  const userId = await addUser(ctx);
  await addMember(ctx, place.id, userId, role);
  return { store: place, userId, session: await openSession(ctx, userId) };
}

const made = z.object({
  token: z.string(),
  access_token: z.object({ id: z.number(), prefix: z.string() }),
});

async function makeToken(
  { store, session }: Person,
  scopes: readonly TokenScope[],
  { name = 'Reports', days = 30 } = {},
): Promise<{ id: number; token: string; prefix: string }> {
  const answer = await server.call('POST', `/api/stores/${store.slug}/access_tokens.json`, {
    token: session,
    body: { access_token: { name, scopes, expires_in_days: days } },
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  const { token, access_token: row } = made.parse(answer.body);
  return { id: row.id, token, prefix: row.prefix };
}

const listed = z.object({
  access_tokens: z.array(
    z.object({ id: z.number(), last_used_at: z.string().nullable(), user: z.object({ id: z.number() }) }),
  ),
});
async function tokensOf({ store, session }: Person) {
  const answer = await server.call('GET', `/api/stores/${store.slug}/access_tokens.json`, { token: session });
  return listed.parse(answer.body).access_tokens;
}

const variants = ({ store }: Pick<Person, 'store'>): string =>
  `/api/stores/${store.slug}/variants/products_page.json`;
const statusWith = async (token: string, person: Person): Promise<number> =>
  (await server.call('GET', variants(person), { token })).status;

it('a token is shown once, stored as a hash, and does what it was given', async () => {
  const owner = await join('owner');
  const { token, prefix } = await makeToken(owner, ['product.view']);
  expect(token).toMatch(/^evst_[\w-]{43}$/);
  expect(token.startsWith(prefix)).toBe(true);
  expect(prefix).toHaveLength(11);
  const { rows } = await ctx.database.pool.query<{ whole: string }>(
    'select t::text as whole from access_tokens t',
  );
  expect(rows.map(({ whole }) => whole).join('\n')).not.toContain(token.slice(11));
  expect(await statusWith(token, owner)).toBe(200);
  const orders = await server.call('GET', `/api/stores/${owner.store.slug}/orders.json`, { token });
  expect(orders.status).toBe(403);
  expect(orders.body).toMatchObject({ code: 'tokens.scope_missing', values: { scope: 'order.view' } });
});

it('nobody gives a token what they may not do, and a token loses what its person loses', async () => {
  const admin = await join('admin');
  const { token } = await makeToken(admin, ['product.view', 'subscription.view']);
  const subscription = `/api/stores/${admin.store.slug}/monthly_subscription_infos.json`;
  expect((await server.call('GET', subscription, { token })).status).toBe(200);
  await ctx.db
    .updateTable('store_profiles')
    .set({ role: 'member' })
    .where('user_id', '=', admin.userId)
    .execute();
  expect((await server.call('GET', subscription, { token })).status).toBe(403);
  expect(await statusWith(token, admin)).toBe(200);
  const refused = await server.call('POST', `/api/stores/${admin.store.slug}/access_tokens.json`, {
    token: admin.session,
    body: { access_token: { name: 'More', scopes: ['subscription.view'], expires_in_days: 30 } },
  });
  expect(refused.body).toMatchObject({ codes: { scopes: [{ code: 'tokens.scope_not_own' }] } });
});

it('who works in a store without being its member makes no token for it', async () => {
  const store = await addPopulatedStore(ctx);
  const session = await openSession(ctx, await addUser(ctx, 'admin'));
  const tokens = `/api/stores/${store.slug}/access_tokens.json`;
  expect((await server.call('GET', variants({ store }), { token: session })).status).toBe(200);
  const refused = await server.call('POST', tokens, {
    token: session,
    body: { access_token: { name: 'Reports', scopes: ['product.view'], expires_in_days: 30 } },
  });
  expect(refused).toMatchObject({ status: 403, body: { code: 'tokens.members_only' } });
  const kept = await ctx.db
    .selectFrom('access_tokens')
    .select('id')
    .where('store_id', '=', store.id)
    .execute();
  expect(kept).toEqual([]);
});

it('a token opens its own store alone, and acts for the installation nowhere', async () => {
  const owner = await join('owner');
  await ctx.db.updateTable('users').set({ role: 'developer' }).where('id', '=', owner.userId).execute();
  const { token } = await makeToken(owner, [...tokenScopes]);
  const other = await addPopulatedStore(ctx);
  await addMember(ctx, other.id, owner.userId, 'admin');
  const elsewhere = await server.call('GET', `/api/stores/${other.slug}/orders.json`, { token });
  expect(elsewhere).toMatchObject({ status: 403, body: { code: 'tokens.other_store' } });
  const foreign = await addPopulatedStore(ctx);
  expect((await server.call('GET', `/api/stores/${foreign.slug}/orders.json`, { token })).status).toBe(404);
  expect((await server.call('GET', '/api/admin/dead_letters.json', { token })).status).toBe(403);
});

describe('what ends a token', () => {
  it('its day', async () => {
    const owner = await join('owner');
    const { token } = await makeToken(owner, ['product.view'], { days: 7 });
    ctx.clock.advance(7 * 86_400_000 - 1000);
    expect(await statusWith(token, owner)).toBe(200);
    ctx.clock.advance(1000);
    const answer = await server.call('GET', variants(owner), { token });
    expect(answer).toMatchObject({ status: 401, body: { code: 'tokens.not_living' } });
    expect(await tokensOf(owner)).toEqual([]);
  });

  it('its person, or the owner of the store; nobody else', async () => {
    const owner = await join('owner');
    const member = await join('member', owner.store);
    const admin = await join('admin', owner.store);
    const one = await makeToken(member, ['product.view']);
    const two = await makeToken(member, ['product.view']);
    const place = (id: number): string => `/api/stores/${owner.store.slug}/access_tokens/${String(id)}.json`;
    expect((await tokensOf(owner)).map(({ id }) => id)).toEqual([two.id, one.id]);
    expect(await tokensOf(admin)).toEqual([]);
    expect((await server.call('DELETE', place(one.id), { token: admin.session })).status).toBe(404);
    expect((await server.call('DELETE', place(one.id), { token: member.session })).status).toBe(200);
    expect((await server.call('DELETE', place(two.id), { token: owner.session })).status).toBe(200);
    expect(await statusWith(one.token, member)).toBe(401);
    expect(await statusWith(two.token, member)).toBe(401);
    expect((await server.call('DELETE', place(two.id), { token: owner.session })).status).toBe(404);
  });

  it('its membership, also where the person comes back', async () => {
    const owner = await join('owner');
    const member = await join('member', owner.store);
    const { token } = await makeToken(member, ['product.view']);
    const leave = `/api/stores/${owner.store.slug}/leave.json`;
    expect((await server.call('DELETE', leave, { token: member.session })).status).toBe(200);
    await addMember(ctx, owner.store.id, member.userId, 'member');
    expect(await statusWith(token, member)).toBe(401);
  });

  it('its membership, where the owner removes the person', async () => {
    const owner = await join('owner');
    const member = await join('member', owner.store);
    const other = await join('member', owner.store);
    const [removed, kept] = [
      await makeToken(member, ['product.view']),
      await makeToken(other, ['product.view']),
    ];
    const { id } = await ctx.db
      .selectFrom('store_profiles')
      .select('id')
      .where('store_id', '=', owner.store.id)
      .where('user_id', '=', member.userId)
      .executeTakeFirstOrThrow();
    const profile = `/api/stores/${owner.store.slug}/store_profiles/${String(id)}.json`;
    expect((await server.call('DELETE', profile, { token: owner.session })).status).toBe(200);
    const answer = await server.call('GET', variants(member), { token: removed.token });
    expect(answer).toMatchObject({ status: 401, body: { code: 'tokens.not_living' } });
    expect(await statusWith(kept.token, other)).toBe(200);
    expect((await tokensOf(owner)).map((token) => token.id)).toEqual([kept.id]);
    await addMember(ctx, owner.store.id, member.userId, 'member');
    expect(await statusWith(removed.token, member)).toBe(401);
  });

  it('a changed password, and one that was reset', async () => {
    for (const by of ['change', 'reset'] as const) {
      const email = `${by}@tokens.test`;
      const session = await server.signIn(email);
      const { id: userId } = await ctx.db
        .selectFrom('users')
        .select('id')
        .where('email', '=', email)
        .executeTakeFirstOrThrow();
      const store = await addPopulatedStore(ctx);
      await addMember(ctx, store.id, userId, 'owner');
      const person = { store, userId, session };
      const { token } = await makeToken(person, ['product.view']);
      expect(await statusWith(token, person)).toBe(200);
      const password = 'another-correct-horse';
      if (by === 'change') {
        const body = { user: { password, current_password: PASSWORD } };
        expect((await server.call('PATCH', '/api/account.json', { token: session, body })).status).toBe(200);
      } else {
        await server.call('POST', '/api/account/forget_password.json', { body: { user: { email } } });
        await ctx.runJobs();
        const link = /reset_password_token=([\w-]+)/.exec(ctx.mails.at(-1)?.text ?? '')?.[1] ?? '';
        const body = { user: { reset_password_token: link, password } };
        expect((await server.call('POST', '/api/account/reset_password.json', { body })).status).toBe(200);
      }
      expect(await statusWith(token, person)).toBe(401);
    }
  });

  it('a database that went back', async () => {
    const owner = await join('owner');
    const { token } = await makeToken(owner, ['product.view']);
    await inTransaction(ctx.db, (tx) => endAllSessions(tx, ctx.clock.now()));
    expect(await statusWith(token, owner)).toBe(401);
  });
});

it('its last use is written at most once a minute', async () => {
  const owner = await join('owner');
  const { id, token } = await makeToken(owner, ['product.view']);
  const lastUse = async () => (await tokensOf(owner)).find((one) => one.id === id)?.last_used_at;
  expect(await lastUse()).toBeNull();
  await statusWith(token, owner);
  const first = ctx.clock.now().toISOString();
  expect(await lastUse()).toBe(first);
  ctx.clock.advance(59_000);
  await statusWith(token, owner);
  expect(await lastUse()).toBe(first);
  ctx.clock.advance(1000);
  await statusWith(token, owner);
  expect(await lastUse()).toBe(ctx.clock.now().toISOString());
});

it('too many calls in a minute are refused until the minute is over', async () => {
  const owner = await join('owner');
  const { id, token } = await makeToken(owner, ['product.view']);
  await statusWith(token, owner);
  await ctx.db
    .updateTable('access_token_calls')
    .set({ calls: tokenCallsPerMinute - 1 })
    .where('access_token_id', '=', id)
    .execute();
  ctx.clock.advance(20_000);
  expect(await statusWith(token, owner)).toBe(200);
  const refused = await server.call('GET', variants(owner), { token });
  expect(refused).toMatchObject({ status: 429, body: { code: 'tokens.too_many_calls' } });
  expect(refused.headers['retry-after']).toBe('40');
  ctx.clock.advance(40_000);
  expect(await statusWith(token, owner)).toBe(200);
});

it('activities name the token', async () => {
  const owner = await join('owner');
  const { id, token } = await makeToken(owner, ['order.view', 'order.work', 'store.view'], { name: 'ERP' });
  const place = `/api/stores/${owner.store.slug}/orders/${owner.store.referenceNumber}/add_notes.json`;
  const noted = await server.call('POST', place, { token, body: { order: { notes: 'from the ERP' } } });
  expect(noted.status, JSON.stringify(noted.body)).toBe(200);
  const answer = await server.call('GET', `/api/stores/${owner.store.slug}/activities.json`, { token });
  expect(answer.body).toMatchObject({
    activities: [
      { key: 'order.add_notes', owner: { id: owner.userId }, access_token: { id, name: 'ERP' } },
      { key: 'access_token.create', access_token: null },
    ],
  });
});

describe('what is left to people', () => {
  const leftToPeople = ({ path, audit, kind }: Endpoint): boolean =>
    !path.startsWith('/api/stores/:storeId') ||
    kind === 'events' ||
    /^(user|access_token|webhook|store|store_profile|store_transfer)\./.test(audit ?? '') ||
    ['authenticate', 'authorize', 'create', 'delete', 'deactivate', 'zero'].some(
      (verb) => audit === `marketplace.${verb}`,
    );
  let owner: Person;
  let token: string;
  beforeAll(async () => {
    owner = await join('owner');
    ({ token } = await makeToken(owner, [...tokenScopes]));
  });

  const call = async (endpoint: Endpoint) => {
    ctx.clock.advance(1000);
    return server.call(endpoint.method, fillPath(endpoint.path, namesOf(owner.store)), {
      token,
      ...(endpoint.method === 'GET' ? {} : { body: {} }),
    });
  };

  it.each(endpoints.filter(leftToPeople).map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s refuses a token that has every scope',
    async (_name, endpoint) => {
      expect(await call(endpoint)).toMatchObject({ status: 403, body: { code: 'tokens.not_for_tokens' } });
    },
  );

  it('the daily work is open to one', async () => {
    const open = endpoints.filter(
      (endpoint) =>
        endpoint.method === 'GET' && endpoint.permission.endsWith('.view') && !leftToPeople(endpoint),
    );
    expect(open.length).toBeGreaterThan(20);
    for (const endpoint of open)
      expect([200, 404, 422], endpoint.name).toContain((await call(endpoint)).status);
  });
});
