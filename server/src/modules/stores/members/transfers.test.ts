import type { UserRole } from '@evenstock/contract/accounts/accounts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createTestContext, type TestContext } from '../../../testing/context.ts';
import { createTestServer, type Answer, type TestServer } from '../../../testing/http.ts';
import { addMember, addUser, openSession } from '../../../testing/world.ts';
import { createStore } from '../create-store.ts';

let ctx: TestContext;
let server: TestServer;
const tokens = { owner: '', heir: '', other: '', platform: '' };
const ids = { owner: 0, heir: 0, other: 0 };
let storeId: number;
let base: string;
beforeAll(async () => {
  ctx = await createTestContext();
  server = await createTestServer(ctx);
  for (const name of ['owner', 'heir', 'other'] as const) {
    tokens[name] = await enter(`${name}@shop.test`);
    ids[name] = await idOf(`${name}@shop.test`);
  }
  tokens.platform = await enter('platform@shop.test', 'developer');
});
afterAll(async () => {
  await server.close();
  await ctx.close();
});
beforeEach(async () => {
  storeId = await createStore(ctx, { userId: ids.owner }, { name: 'Kopi', country: 'sg' });
  await addMember(ctx, storeId, ids.heir, 'member');
  await addMember(ctx, storeId, ids.other, 'admin');
  base = `/api/stores/${String(storeId)}`;
  await ctx.runJobs();
  ctx.mails.length = 0;
});

/** A session of the account of this address, which is made where there is none. */
async function enter(email: string, role: UserRole = 'member'): Promise<string> {
  const user = await ctx.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
  return openSession(ctx, user?.id ?? (await addUser(ctx, role, email)));
}

async function idOf(email: string): Promise<number> {
  const user = await ctx.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  return user.id;
}

const offer = (to: number, token = tokens.owner): Promise<Answer> =>
  server.call('POST', `${base}/store_transfers.json`, {
    token,
    body: { store_transfer: { transferree_id: to } },
  });

async function offered(): Promise<number> {
  const answer = await offer(ids.heir);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return z.object({ store_transfer: z.object({ id: z.number() }) }).parse(answer.body).store_transfer.id;
}

const answerBy = (id: number, word: 'accept' | 'reject', token = tokens.heir): Promise<Answer> =>
  server.call('PATCH', `${base}/store_transfers/${String(id)}/${word}.json`, { token });
const takeBack = (id: number, token = tokens.owner): Promise<Answer> =>
  server.call('DELETE', `${base}/store_transfers/${String(id)}.json`, { token });
const leave = (token: string): Promise<Answer> => server.call('DELETE', `${base}/leave.json`, { token });

async function roles(): Promise<Record<number, string>> {
  const rows = await ctx.db
    .selectFrom('store_profiles')
    .select(['user_id', 'role'])
    .where('store_id', '=', storeId)
    .execute();
  return Object.fromEntries(rows.map(({ user_id, role }) => [user_id, role]));
}

async function stateOf(id: number): Promise<string> {
  const transfer = await ctx.db
    .selectFrom('store_transfers')
    .select('state')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return transfer.state;
}

async function shown(token: string) {
  return (await server.call('GET', `${base}.json`, { token })).body;
}

describe('the ownership of a store', () => {
  it('can be offered to each member but its owner', async () => {
    const { status, body } = await server.call('GET', `${base}/members.json`, { token: tokens.owner });
    const { users } = z.object({ users: z.array(z.object({ email: z.string() })) }).parse(body);
    expect([status, users.map(({ email }) => email)]).toEqual([200, ['heir@shop.test', 'other@shop.test']]);
  });

  it('is offered to a member, who alone may answer', async () => {
    expect(await shown(tokens.owner)).toMatchObject({
      store: {
        owner: { email: 'owner@shop.test' },
        has_pending_transfer: false,
        pending_store_transfer: null,
      },
    });
    const id = await offered();
    const pending = {
      id,
      state: 'pending',
      transferrer: { id: ids.owner, email: 'owner@shop.test' },
      transferree: { id: ids.heir, email: 'heir@shop.test' },
    };
    const toHeir = await shown(tokens.heir);
    expect(toHeir).toMatchObject({ store: { has_pending_transfer: true, pending_store_transfer: pending } });
    expect(toHeir).toHaveProperty('abilities', expect.arrayContaining(['transfer.answer', 'store.leave']));
    expect(await shown(tokens.other)).toHaveProperty(
      'abilities',
      expect.not.arrayContaining(['transfer.answer']),
    );
    expect((await answerBy(id, 'accept', tokens.other)).status).toBe(403);
    expect((await answerBy(id, 'accept', tokens.owner)).status).toBe(403);
    expect((await answerBy(id, 'accept', tokens.platform)).status).toBe(403);
    await ctx.runJobs();
    expect(ctx.mails).toMatchObject([
      { to: 'heir@shop.test', subject: 'The ownership of Kopi is offered to you' },
    ]);
  });

  it('accepted: the member owns it, the owner becomes an admin', async () => {
    const id = await offered();
    expect(await answerBy(id, 'accept')).toMatchObject({
      status: 200,
      body: { store_transfer: { id, state: 'accepted' } },
    });
    expect(await roles()).toEqual({ [ids.owner]: 'admin', [ids.heir]: 'owner', [ids.other]: 'admin' });
    expect(await shown(tokens.heir)).toMatchObject({
      store: { owner: { email: 'heir@shop.test' }, pending_store_transfer: null },
      store_profile: { role: 'owner' },
    });
    await ctx.runJobs();
    expect(ctx.mails.at(-1)).toMatchObject({
      to: 'owner@shop.test',
      subject: 'heir@shop.test is the owner of Kopi now',
    });
  });

  it('rejected or taken back: nothing changes, and it can be offered again', async () => {
    const first = await offered();
    expect((await answerBy(first, 'reject')).body).toMatchObject({ store_transfer: { state: 'rejected' } });
    const second = await offered();
    expect((await takeBack(second, tokens.other)).status).toBe(403);
    expect(await takeBack(second)).toMatchObject({ status: 200, body: {} });
    expect(await roles()).toEqual({ [ids.owner]: 'owner', [ids.heir]: 'member', [ids.other]: 'admin' });
    for (const ended of [first, second]) {
      expect((await answerBy(ended, 'accept')).status).toBe(422);
      expect((await takeBack(ended)).status).toBe(422);
    }
    await offered();
  });

  it('an offer ends when its member leaves or is removed', async () => {
    const first = await offered();
    expect((await leave(tokens.heir)).status).toBe(200);
    expect(await stateOf(first)).toBe('cancelled');
    await addMember(ctx, storeId, ids.heir, 'member');
    const second = await offered();
    const { id: profile } = await ctx.db
      .selectFrom('store_profiles')
      .select('id')
      .where('store_id', '=', storeId)
      .where('user_id', '=', ids.heir)
      .executeTakeFirstOrThrow();
    const removal = await server.call('DELETE', `${base}/store_profiles/${String(profile)}.json`, {
      token: tokens.other,
    });
    expect(removal.status).toBe(200);
    expect(await stateOf(second)).toBe('cancelled');
    expect(await shown(tokens.owner)).toMatchObject({ store: { has_pending_transfer: false } });
  });

  it('is not offered to strangers, invitees or oneself, nor by anybody else', async () => {
    await server.call('POST', `${base}/store_profiles.json`, {
      token: tokens.owner,
      body: { store_profile: { email: 'platform@shop.test', role: 'admin' } },
    });
    for (const nobody of [ids.owner, await idOf('platform@shop.test'), 999_999]) {
      expect((await offer(nobody)).body).toHaveProperty('errors.transferree_id');
    }
    const none = await server.call('POST', `${base}/store_transfers.json`, {
      token: tokens.owner,
      body: { store_transfer: {} },
    });
    expect(none.body).toMatchObject({ errors: { transferree_id: ['Transferee is required'] } });
    for (const token of [tokens.other, tokens.platform]) {
      expect((await offer(ids.heir, token)).status).toBe(403);
    }
  });

  it('is offered once at a time, also by two calls at the same moment', async () => {
    const answers = await Promise.all([offer(ids.heir), offer(ids.other), offer(ids.heir)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
    expect((await offer(ids.other)).body).toHaveProperty('errors.store_transfer');
  });

  it('is taken over once, however many acceptances arrive', async () => {
    const id = await offered();
    const answers = await Promise.all([
      answerBy(id, 'accept'),
      answerBy(id, 'accept'),
      answerBy(id, 'accept'),
    ]);
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    for (const status of statuses) expect([200, 403, 422]).toContain(status);
    expect(await roles()).toEqual({ [ids.owner]: 'admin', [ids.heir]: 'owner', [ids.other]: 'admin' });
  });

  it.each(['accept against cancel', 'accept against leave', 'accept against the store’s deletion'])(
    'has one owner and one outcome: %s',
    async (race) => {
      for (let round = 0; round < 4; round += 1) {
        storeId = await createStore(ctx, { userId: ids.owner }, { name: 'Race', country: 'sg' });
        base = `/api/stores/${String(storeId)}`;
        await addMember(ctx, storeId, ids.heir, 'member');
        const id = await offered();
        const against = {
          'accept against cancel': () => takeBack(id),
          'accept against leave': () => leave(tokens.heir),
          'accept against the store’s deletion': () =>
            server.call('DELETE', `${base}.json`, { token: tokens.owner }),
        }[race];
        if (against === undefined) throw new Error(race);
        const [accepted, other] = await Promise.all(
          round % 2 === 0
            ? [answerBy(id, 'accept'), against()]
            : [against(), answerBy(id, 'accept')].reverse(),
        );
        const isTaken = accepted?.status === 200;
        expect(isTaken).not.toBe(other?.status === 200);
        const owners = Object.entries(await roles()).filter(([, role]) => role === 'owner');
        expect(owners.map(([user]) => Number(user))).toEqual([isTaken ? ids.heir : ids.owner]);
        expect(await stateOf(id)).toBe(isTaken ? 'accepted' : 'cancelled');
      }
    },
  );
});
