import { sql } from 'kysely';
import { TOTP } from 'otpauth';
import { expect } from 'vitest';
import { z } from 'zod';
import { createAccount } from '../../modules/accounts/create-account.ts';
import { expirePassword } from '../../modules/accounts/expire-password.ts';
import { PASSWORD } from '../http.ts';
import { openSession } from '../world.ts';
import {
  type Exception,
  freshName,
  type Account,
  type Activity,
  type FieldChanges,
  type Prepared,
  type Recipe,
  type Stage,
} from './stage.ts';

const onItself = ({ id }: Pick<Account, 'id'>, changes: FieldChanges = {}): Activity => ({
  storeId: null,
  actorId: id,
  recipient: { type: 'User', id },
  changes,
});

const someTime: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);

const ownAccount =
  (body?: unknown, changes?: FieldChanges): Recipe =>
  async (stage) => {
    const account = await stage.openAccount();
    return { token: account.token, body, activity: () => onItself(account, changes) };
  };

async function signUp(stage: Stage): Promise<{ email: string; confirmation_token: string }> {
  const email = `${freshName()}@audit.test`;
  const user = { email, password: PASSWORD, browser_key: 'this-browser' };
  await stage.server.call('POST', '/api/users.json', { body: { user } });
  return { email, confirmation_token: await stage.mailedToken('confirmation_token') };
}

async function invite(stage: Stage, email: string): Promise<{ storeId: number; token: string }> {
  const { id, slug, owner } = await stage.openStore();
  await stage.server.call('POST', `/api/stores/${slug}/store_profiles.json`, {
    token: owner.token,
    body: { store_profile: { email, role: 'member' } },
  });
  return { storeId: id, token: await stage.mailedToken('invitation_token') };
}

async function membershipOf(stage: Stage, storeId: number, email: string): Promise<Activity> {
  const userId = await stage.idOfUser(email);
  const { id } = await stage.ctx.db
    .selectFrom('store_profiles')
    .select('id')
    .where('store_id', '=', storeId)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return { storeId, actorId: userId, recipient: { type: 'StoreProfile', id } };
}

async function secondFactor(stage: Stage, account: Account): Promise<{ otp: string }> {
  const begun = await stage.server.call('POST', '/api/account/second_factor.json', {
    token: account.token,
    body: {},
  });
  const { secret } = z
    .object({ second_factor: z.object({ secret: z.string() }) })
    .parse(begun.body).second_factor;
  return { otp: new TOTP({ secret }).generate({ timestamp: stage.ctx.clock.now().getTime() }) };
}

function fromConsole(stage: Stage, email: string): Prepared {
  const { user_id: id, login_session: loginSession } =
    stage.ctx.sandbox.control.externalServices.loginSession({
      email,
    });
  return { body: { user: { id, email }, loginSession } };
}

/** How the calls about accounts succeed, by the names of their endpoints. */
export const accountRecipes: Readonly<Record<string, Recipe>> = {
  async resolveDeadLetter(stage) {
    const account = await stage.openAccount('admin');
    const { rows } = await sql<{ id: number }>`
      select id from graphile_worker.add_job('test.dead', max_attempts := 1)`.execute(stage.ctx.db);
    const id = rows[0]?.id ?? 0;
    await sql`update graphile_worker._private_jobs set attempts = 1 where id = ${id}`.execute(stage.ctx.db);
    return {
      token: account.token,
      path: { deadLetterId: id },
      body: { dead_letter: { action: 'discard' } },
      activity: () => ({ storeId: null, actorId: account.id, recipient: { type: 'DeadLetter', id } }),
    };
  },
  async resolveStoreDeadLetter(stage) {
    const { id: storeId, owner, call } = await stage.openStore();
    const payload = JSON.stringify({ storeId });
    const { rows } = await sql<{ id: number }>`
      select id from graphile_worker.add_job('test.dead', payload := ${payload}::json, max_attempts := 1)`.execute(
      stage.ctx.db,
    );
    const id = rows[0]?.id ?? 0;
    await sql`update graphile_worker._private_jobs set attempts = 1 where id = ${id}`.execute(stage.ctx.db);
    return {
      token: call.token,
      path: { ...call.path, deadLetterId: id },
      body: { dead_letter: { action: 'discard' } },
      activity: () => ({ storeId, actorId: owner.id, recipient: { type: 'DeadLetter', id } }),
    };
  },
  async createAnnouncement(stage) {
    const account = await stage.openAccount('admin');
    const newest = stage.ctx.db.selectFrom('announcements').select('id').orderBy('id', 'desc');
    return {
      token: account.token,
      body: { announcement: { title: 'Maintenance', content: 'On Sunday.' } },
      activity: async () => ({
        storeId: null,
        actorId: account.id,
        recipient: { type: 'Announcement', id: (await newest.executeTakeFirstOrThrow()).id },
      }),
    };
  },
  async deleteAnnouncement(stage) {
    const account = await stage.openAccount('admin');
    const { id } = await stage.ctx.db
      .insertInto('announcements')
      .values({ title: 'Old', content: 'News.', user_id: account.id, created_at: stage.ctx.clock.now() })
      .returning('id')
      .executeTakeFirstOrThrow();
    return {
      token: account.token,
      path: { announcementId: id },
      activity: () => ({ storeId: null, actorId: account.id, recipient: { type: 'Announcement', id } }),
    };
  },
  async signIn({ ctx }) {
    const email = `${freshName()}@audit.test`;
    await createAccount(ctx, { email, password: PASSWORD, role: 'member' });
    return { body: { user: { email, password: PASSWORD } } };
  },
  async signInFromConsole(stage) {
    return fromConsole(stage, (await stage.openAccount()).email);
  },
  signOut: ownAccount(),
  authenticate: ownAccount(),
  beginSecondFactor: ownAccount({}),
  chooseLanguage: ownAccount({ user: { language: 'zh' } }),
  changePassword: ownAccount({ user: { password: 'another-horse-entirely' } }),
  requestDeletion: ownAccount({}, { deletion_requested_at: [null, someTime] }),
  async forgetPassword(stage) {
    return { body: { user: { email: (await stage.openAccount()).email } } };
  },
  async resetPassword(stage) {
    const account = await stage.openAccount();
    await expirePassword(stage.ctx, account.email);
    const body = { user: { email: account.email } };
    await stage.server.call('POST', '/api/account/forget_password.json', { body });
    const reset_password_token = await stage.mailedToken('reset_password_token');
    const user = { reset_password_token, password: 'another-horse-entirely' };
    return {
      body: { user },
      activity: () => onItself(account, { password_expired: [true, false] }),
    };
  },
  register: () =>
    Promise.resolve({ body: { user: { email: `${freshName()}@audit.test`, password: PASSWORD } } }),
  async confirmSignUp(stage) {
    const { email, confirmation_token } = await signUp(stage);
    return {
      body: { user: { confirmation_token, browser_key: 'this-browser' } },
      activity: async () => onItself({ id: await stage.idOfUser(email) }),
    };
  },
  async readInvitation(stage) {
    const { token } = await invite(stage, `${freshName()}@audit.test`);
    return { body: { user: { invitation_token: token } } };
  },
  async acceptInvitation(stage) {
    const account = await stage.openAccount();
    const { storeId, token } = await invite(stage, account.email);
    return {
      token: account.token,
      body: { user: { invitation_token: token } },
      activity: () => membershipOf(stage, storeId, account.email),
    };
  },
  async endOneSession(stage) {
    const account = await stage.openAccount();
    await openSession(stage.ctx, account.id);
    const listed = await stage.server.call('GET', '/api/account/sessions.json', { token: account.token });
    const { sessions } = z
      .object({ sessions: z.array(z.object({ id: z.number(), is_current: z.boolean() })) })
      .parse(listed.body);
    const other = sessions.find((session) => !session.is_current);
    if (other === undefined) throw new Error('There is no other session.');
    return { token: account.token, path: { sessionId: other.id }, activity: () => onItself(account) };
  },
  async endOtherSessions(stage) {
    const account = await stage.openAccount();
    await openSession(stage.ctx, account.id);
    return { token: account.token, activity: () => onItself(account) };
  },
  async switchSecondFactorOn(stage) {
    const account = await stage.openAccount();
    const body = { user: await secondFactor(stage, account) };
    const changes: FieldChanges = { has_second_factor: [false, true] };
    return { token: account.token, body, activity: () => onItself(account, changes) };
  },
  async switchSecondFactorOff(stage) {
    const account = await stage.openAccount();
    const { token } = account;
    const body = { user: await secondFactor(stage, account) };
    const on = await stage.server.call('PATCH', '/api/account/second_factor.json', { token, body });
    const { recovery_codes: codes } = z.object({ recovery_codes: z.array(z.string()) }).parse(on.body);
    const changes: FieldChanges = { has_second_factor: [true, false] };
    return { token, body: { user: { otp: codes[0] } }, activity: () => onItself(account, changes) };
  },
};

/** Calls about accounts that record something else than is declared, or more. */
export const accountExceptions: readonly Exception[] = [
  [
    'acceptInvitation',
    'makes the account on the way',
    async (stage) => {
      const email = `${freshName()}@audit.test`;
      const { storeId, token } = await invite(stage, email);
      return {
        body: { user: { invitation_token: token, password: PASSWORD } },
        keys: ['user.register', 'store_profile.accept'],
        activity: () => membershipOf(stage, storeId, email),
      };
    },
  ],
  [
    'signInFromConsole',
    'makes the account on the way',
    (stage) => {
      const email = `${freshName()}@audit.test`;
      return Promise.resolve({
        ...fromConsole(stage, email),
        keys: ['user.register'],
        activity: async () => onItself({ id: await stage.idOfUser(email) }),
      });
    },
  ],
  [
    'signIn',
    'keeps an account that was to be deleted',
    async (stage) => {
      const email = `${freshName()}@audit.test`;
      const token = await stage.server.signIn(email);
      await stage.server.call('POST', '/api/account/deletion.json', { token, body: {} });
      return {
        body: { user: { email, password: PASSWORD } },
        keys: ['user.keep'],
        activity: async () =>
          onItself({ id: await stage.idOfUser(email) }, { deletion_requested_at: [someTime, null] }),
      };
    },
  ],
];
