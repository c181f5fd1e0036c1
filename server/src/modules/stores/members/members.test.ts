import type { UserRole } from '@evenstock/contract/accounts/accounts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Refusal } from '../../../api/routing.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { createTestContext, type TestContext } from '../../../testing/context.ts';
import { createTestServer, type Answer, type TestServer } from '../../../testing/http.ts';
import { addMember, addUser, openSession } from '../../../testing/world.ts';
import { joinByInvitation, readInvitation } from './accept-invitation.ts';
import { createStore } from '../create-store.ts';
import { mailInvitation } from './mail-invitation.ts';

const DAY = 86_400_000;
const GUEST = 'guest@shop.test';

let ctx: TestContext;
let server: TestServer;
const tokens = { owner: '', admin: '', member: '', platform: '' };
let storeId: number;
let members: string;
beforeAll(async () => {
  ctx = await createTestContext();
  server = await createTestServer(ctx);
  tokens.owner = await enter('owner@shop.test');
  tokens.admin = await enter('admin@shop.test');
  tokens.member = await enter('member@shop.test');
  tokens.platform = await enter('platform@shop.test', 'admin');
});
afterAll(async () => {
  await server.close();
  await ctx.close();
});
beforeEach(async () => {
  storeId = await createStore(
    ctx,
    { userId: await idOf('owner@shop.test') },
    { name: 'Kopi & Toast', country: 'sg' },
  );
  await addMember(ctx, storeId, await idOf('admin@shop.test'), 'admin');
  await addMember(ctx, storeId, await idOf('member@shop.test'), 'member');
  members = `/api/stores/${String(storeId)}/store_profiles`;
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

async function userOf(email: string): Promise<{ id: number; email: string }> {
  await enter(email);
  return { id: await idOf(email), email };
}

const memberReply = z.object({ store_profile: z.object({ id: z.number() }) });

function invite(email: string, role = 'member', token = tokens.admin): Promise<Answer> {
  return server.call('POST', `${members}.json`, { token, body: { store_profile: { email, role } } });
}

async function invited(email: string, role = 'member'): Promise<number> {
  const answer = await invite(email, role);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return memberReply.parse(answer.body).store_profile.id;
}

/** The token of the newest mail to an address. */
async function mailedToken(email: string): Promise<string> {
  await ctx.runJobs();
  const mail = ctx.mails.filter(({ to }) => to === email).at(-1);
  const [, token = ''] = /invitation_token=([\w-]+)/.exec(mail?.text ?? '') ?? [];
  expect(token).not.toBe('');
  return token;
}

const join = (token: string, user: { id: number; email: string }) =>
  inTransaction(ctx.db, (tx) => joinByInvitation(ctx, tx, token, user));

async function refusalOf(work: Promise<unknown>): Promise<Refusal> {
  const outcome = await work.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(outcome instanceof Refusal)) throw new Error('Nothing was refused.');
  return outcome;
}

describe('an invitation', () => {
  it('is mailed with who, where, as what, and until when', async () => {
    const answer = await invite('  Guest@Shop.test ', 'admin');
    expect(answer).toMatchObject({
      status: 200,
      body: {
        store_profile: {
          role: 'admin',
          owner: false,
          store: { id: storeId, name: 'Kopi & Toast' },
          user: { id: null, email: GUEST, invitation_pending: true, invitation_accepted_at: null },
        },
        actions: ['edit_role', 'invite_again', 'remove'],
      },
    });
    await mailedToken(GUEST);
    expect(ctx.mails).toHaveLength(1);
    const [mail] = ctx.mails;
    expect(mail?.subject).toBe('You have been invited to Kopi & Toast on Evenstock');
    for (const part of [
      'admin@shop.test invites you to work in the store Kopi & Toast on Evenstock, as an admin.',
      'Accept the invitation:',
      'accept_invitation?invitation_token=',
    ]) {
      expect(mail?.text).toContain(part);
    }
    expect(mail?.text).toContain(new Date(ctx.clock.now().getTime() + 14 * DAY).toISOString().slice(0, 10));
    expect(mail?.html).toContain('Kopi &#38; Toast');
  });

  it('is mailed also where the account of who invited is gone', async () => {
    const id = await invited(GUEST);
    await ctx.db.updateTable('invitations').set({ invited_by_user_id: null }).where('id', '=', id).execute();
    await mailedToken(GUEST);
    expect(ctx.mails.at(-1)?.text).toContain(
      'A member of the store invites you to work in the store Kopi & Toast on Evenstock, as a member.',
    );
  });

  it('gives no access before it is accepted, not even to who has an account', async () => {
    const token = await enter(GUEST);
    const id = await invited(GUEST);
    expect((await server.call('GET', `/api/stores/${String(storeId)}.json`, { token })).status).toBe(404);
    expect((await server.call('GET', `${members}/${String(id)}.json`, { token })).status).toBe(404);
    expect((await server.call('GET', '/api/store_profiles.json', { token })).body).toMatchObject({
      total_count: 0,
    });
    expect((await server.call('GET', '/api/account.json', { token })).body).toMatchObject({
      user: { stores: [] },
    });
    const candidates = await server.call('GET', `/api/stores/${String(storeId)}/members.json`, {
      token: tokens.owner,
    });
    expect(JSON.stringify(candidates.body)).not.toContain(GUEST);
  });

  it('says the same for an address with an account and one without', async () => {
    await enter('known@shop.test');
    const [known, unknown] = [await invite('known@shop.test'), await invite('unknown@shop.test')];
    const shapeOf = (answer: Answer) =>
      JSON.stringify(answer.body)
        .replaceAll(/(un)?known@/g, '@')
        .replaceAll(/"id":\d+/g, '"id":0');
    expect(shapeOf(known)).toBe(shapeOf(unknown));
  });

  it('becomes the membership of the same id, once, for that address alone', async () => {
    const id = await invited(GUEST);
    const token = await mailedToken(GUEST);
    const guest = await userOf(GUEST);
    const other = await userOf('other@shop.test');
    expect((await readInvitation(ctx, token)).email).toBe(GUEST);

    const wrong = await refusalOf(join(token, other));
    expect(wrong.fields).toHaveProperty('invitation_token');
    expect(await join(token, guest)).toMatchObject({ storeId, role: 'member' });
    expect((await refusalOf(join(token, guest))).status).toBe(422);

    const shown = await server.call('GET', `${members}/${String(id)}.json`, { token: tokens.member });
    expect(shown.body).toMatchObject({
      store_profile: {
        id,
        user: {
          id: guest.id,
          invitation_pending: false,
          invitation_accepted_at: ctx.clock.now().toISOString(),
        },
      },
      actions: [],
    });
  });

  it('runs out after 14 days, and inviting again renews it', async () => {
    const id = await invited(GUEST);
    const first = await mailedToken(GUEST);
    const guest = await userOf(GUEST);
    ctx.clock.advance(14 * DAY);
    expect((await refusalOf(readInvitation(ctx, first))).status).toBe(422);
    expect((await refusalOf(join(first, guest))).status).toBe(422);

    expect(await invited(GUEST, 'admin')).toBe(id);
    const second = await mailedToken(GUEST);
    expect(second).not.toBe(first);
    expect((await refusalOf(readInvitation(ctx, first))).status).toBe(422);
    expect(await join(second, guest)).toMatchObject({ role: 'admin' });
  });

  it('asked for twice in a minute is mailed once', async () => {
    await invited(GUEST);
    await mailedToken(GUEST);
    await invited(GUEST);
    await ctx.runJobs();
    expect(ctx.mails).toHaveLength(1);
  });

  it('asked for again while its mail is sent is mailed once, and the link lives', async () => {
    const id = await invited(GUEST);
    const send: typeof ctx.mail.send = async (mail) => {
      await invited(GUEST);
      await ctx.mail.send(mail);
    };
    await mailInvitation({ ...ctx, mail: { ...ctx.mail, send } }, id);
    const token = await mailedToken(GUEST);
    expect(ctx.mails).toHaveLength(1);
    expect(await join(token, await userOf(GUEST))).toMatchObject({ role: 'member' });
  });

  it('that was deleted no longer works', async () => {
    const id = await invited(GUEST);
    const token = await mailedToken(GUEST);
    const path = `${members}/${String(id)}.json`;
    expect((await server.call('DELETE', path, { token: tokens.admin })).status).toBe(200);
    expect((await refusalOf(join(token, await userOf(GUEST)))).status).toBe(422);
  });

  it('from two admins at once is one, and two acceptances are one membership', async () => {
    const answers = await Promise.all([
      invite(GUEST, 'member', tokens.admin),
      invite(GUEST, 'admin', tokens.owner),
      invite(GUEST, 'member', tokens.platform),
    ]);
    const ids = answers.map(({ body }) => memberReply.parse(body).store_profile.id);
    expect(new Set(ids).size).toBe(1);
    const token = await mailedToken(GUEST);
    const guest = await userOf(GUEST);
    const joined = await Promise.allSettled([join(token, guest), join(token, guest), join(token, guest)]);
    expect(joined.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const listed = await server.call('GET', `${members}.json?q[user_email_cont]=GUEST`, {
      token: tokens.owner,
    });
    expect(listed.body).toMatchObject({ total_count: 1 });
  });

  it('accepted and taken back at the same moment is one of the two', async () => {
    const id = await invited(GUEST);
    const token = await mailedToken(GUEST);
    const guest = await userOf(GUEST);
    await Promise.allSettled([
      join(token, guest),
      server.call('DELETE', `${members}/${String(id)}.json`, { token: tokens.admin }),
    ]);
    const shown = await server.call('GET', `/api/stores/${String(storeId)}.json`, {
      token: await enter(GUEST),
    });
    expect(shown.status).toBe(404);
  });

  it('to a member is refused at the field', async () => {
    for (const email of ['member@shop.test', 'OWNER@shop.test']) {
      expect(await invite(email)).toMatchObject({
        status: 422,
        body: { errors: { email: ['This person is already a member of the store'] } },
      });
    }
  });

  it('needs an email and a role that can be given', async () => {
    const body = { store_profile: { email: ' ' } };
    expect(await server.call('POST', `${members}.json`, { token: tokens.admin, body })).toMatchObject({
      status: 422,
      body: { errors: { email: ['Email is required'], role: ['Role is required'] } },
    });
    expect(await invite(GUEST, 'owner')).toMatchObject({
      status: 422,
      body: { errors: { role: ['Role must be member or admin'] } },
    });
  });

  it('is sent a limited number of times a day, also after others were answered', async () => {
    const now = ctx.clock.now();
    const sent = { store_id: storeId, key: 'store_profile.invite', actor_type: 'User', created_at: now };
    await ctx.db
      .insertInto('activities')
      .values(Array.from({ length: 200 }, () => sent))
      .execute();
    expect((await invite(GUEST)).body).toHaveProperty('errors.email');
    ctx.clock.advance(DAY);
    expect((await invite(GUEST)).status).toBe(200);
  });

  it('is for store admins and platform admins to send', async () => {
    expect((await invite(GUEST, 'member', tokens.member)).status).toBe(403);
    expect((await invite(GUEST, 'admin', tokens.platform)).status).toBe(200);
  });

  it('is purged 30 days after its expiry', async () => {
    await invited(GUEST);
    ctx.clock.advance(44 * DAY);
    await ctx.tick();
    await ctx.runJobs({ allowFailures: true });
    const left = await ctx.db.selectFrom('invitations').select('id').where('email', '=', GUEST).execute();
    expect(left).toEqual([]);
  });
});

describe('the members of a store', () => {
  it('are listed by email, invitations among them', async () => {
    await invited('aaa@shop.test');
    const up = await server.call('GET', `${members}.json`, { token: tokens.member });
    expect(up.body).toMatchObject({
      total_count: 4,
      store_profiles: [
        { user: { email: 'aaa@shop.test', invitation_pending: true } },
        { user: { email: 'admin@shop.test', invitation_pending: false }, role: 'admin' },
        { user: { email: 'member@shop.test' }, role: 'member' },
        { user: { email: 'owner@shop.test' }, role: 'owner', owner: true },
      ],
    });
    const down = await server.call('GET', `${members}.json?q[s]=user_email+desc&per_page=1&page=4`, {
      token: tokens.member,
    });
    expect(down.body).toMatchObject({ store_profiles: [{ user: { email: 'aaa@shop.test' } }] });
  });

  it('change role and leave by the hand of an admin, never the owner', async () => {
    const [owner, member] = [await profileOf('owner@shop.test'), await profileOf('member@shop.test')];
    const asAdmin = { token: tokens.admin, body: { store_profile: { role: 'admin' } } };
    expect(await server.call('PATCH', `${members}/${String(member)}.json`, asAdmin)).toMatchObject({
      status: 200,
      body: { store_profile: { role: 'admin' }, actions: ['edit_role', 'remove'] },
    });
    expect((await server.call('PATCH', `${members}/${String(owner)}.json`, asAdmin)).status).toBe(403);
    const removal = { token: tokens.admin };
    expect((await server.call('DELETE', `${members}/${String(owner)}.json`, removal)).status).toBe(403);
    expect((await server.call('DELETE', `${members}/${String(member)}.json`, removal)).status).toBe(200);
    const gone = await server.call('GET', `/api/stores/${String(storeId)}.json`, { token: tokens.member });
    expect(gone.status).toBe(404);
    const shown = await server.call('GET', `${members}/${String(owner)}.json`, asAdmin);
    expect(shown.body).toMatchObject({ actions: [] });
  });

  it('who are removed use no right that they had when they called', async () => {
    const admin = await profileOf('admin@shop.test');
    const [removal, ...invitations] = await Promise.all([
      server.call('DELETE', `${members}/${String(admin)}.json`, { token: tokens.owner }),
      ...Array.from({ length: 5 }, (_, index) => invite(`late-${String(index)}@shop.test`)),
    ]);
    expect(removal.status).toBe(200);
    const kept = await ctx.db
      .selectFrom('invitations')
      .select('email')
      .where('store_id', '=', storeId)
      .execute();
    expect(kept).toHaveLength(invitations.filter(({ status }) => status === 200).length);
    for (const { status } of invitations) expect([200, 404]).toContain(status);
    expect((await invite('after@shop.test')).status).toBe(404);
  });

  it('leave of their own accord; the owner cannot', async () => {
    const leave = (token: string) =>
      server.call('DELETE', `/api/stores/${String(storeId)}/leave.json`, { token });
    expect((await leave(tokens.owner)).status).toBe(403);
    expect((await leave(tokens.platform)).status).toBe(403);
    expect(await leave(tokens.member)).toMatchObject({ status: 200, body: {} });
    expect((await leave(tokens.member)).status).toBe(404);
  });

  it('whose account is deleted are gone from every store', async () => {
    const userId = await idOf('member@shop.test');
    await inTransaction(ctx.db, (tx) => ctx.emit(tx, { type: 'account.deleted', userId }));
    await ctx.runJobs();
    const left = await ctx.db
      .selectFrom('store_profiles')
      .select('id')
      .where('user_id', '=', userId)
      .execute();
    expect(left).toEqual([]);
  });
});

async function profileOf(email: string): Promise<number> {
  const profile = await ctx.db
    .selectFrom('store_profiles')
    .select('id')
    .where('store_id', '=', storeId)
    .where('user_id', '=', await idOf(email))
    .executeTakeFirstOrThrow();
  return profile.id;
}
