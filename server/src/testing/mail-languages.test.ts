import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestContext, type TestContext } from './context.ts';
import { createTestServer, PASSWORD, type TestServer } from './http.ts';
import { addMember, addPopulatedStore, addUser, openSession } from './world.ts';

/* An account that chose Chinese gets its mails in Chinese. */

let ctx: TestContext;
let server: TestServer;
beforeAll(async () => {
  ctx = await createTestContext();
  server = await createTestServer(ctx);
});
beforeEach(() => {
  ctx.mails.length = 0;
});
afterAll(async () => {
  await server.close();
  await ctx.close();
});

/** The subjects of the mails to an address that are due now. */
async function subjectsTo(email: string): Promise<string[]> {
  await ctx.runJobs();
  return ctx.mails.filter(({ to }) => to === email).map(({ subject }) => subject);
}

const choose = (token: string, language: string) =>
  server.call('PATCH', '/api/account/language.json', { token, body: { user: { language } } });
const forget = (email: string) =>
  server.call('POST', '/api/account/forget_password.json', { body: { user: { email } } });

it('mails are written in the language that their reader chose last, and in English before', async () => {
  const email = 'reader@shop.test';
  const token = await server.signIn(email);
  await forget(email);
  expect(await subjectsTo(email)).toEqual(['Reset your Evenstock password']);
  expect((await choose(token, 'zh')).status).toBe(200);
  expect((await server.call('GET', '/api/account.json', { token })).body).toMatchObject({
    user: { language: 'zh' },
  });
  await forget(email);
  expect(await subjectsTo(email)).toContain('重置您的 Evenstock 密码');
  const { html } = ctx.mails.at(-1) ?? {};
  expect(html).toContain('<html lang="zh-Hans">');
  expect((await choose(token, 'fr')).status).toBe(422);
  expect((await choose(token, 'en')).status).toBe(200);
  ctx.mails.length = 0;
  await forget(email);
  expect(await subjectsTo(email)).toEqual(['Reset your Evenstock password']);
});

it('a sign-up on a Chinese screen is mailed in Chinese, as are later mails to the account', async () => {
  const email = 'new@shop.test';
  const user = { email, password: PASSWORD, browser_key: 'this-browser', language: 'zh' };
  expect((await server.call('POST', '/api/users.json', { body: { user } })).status).toBe(200);
  expect(await subjectsTo(email)).toEqual(['确认您的 Evenstock 账号']);
  const [, confirmation_token] = /confirmation_token=([\w-]+)/.exec(ctx.mails.at(-1)?.text ?? '') ?? [];
  const confirm = { user: { confirmation_token, browser_key: 'this-browser' } };
  expect((await server.call('POST', '/api/users/confirm.json', { body: confirm })).status).toBe(200);
  await forget(email);
  expect(await subjectsTo(email)).toContain('重置您的 Evenstock 密码');
});

it('a stranger is invited in the language of who invites, a reader in their own', async () => {
  const store = await addPopulatedStore(ctx);
  const invite = (token: string, email: string) =>
    server.call('POST', `/api/stores/${store.slug}/store_profiles.json`, {
      token,
      body: { store_profile: { email, role: 'member' } },
    });
  const adminId = await addUser(ctx);
  await addMember(ctx, store.id, adminId, 'admin');
  const token = await openSession(ctx, adminId);
  await choose(token, 'zh');
  await choose(await server.signIn('english@shop.test'), 'en');
  for (const email of ['stranger@shop.test', 'english@shop.test']) {
    const { status, body } = await invite(token, email);
    expect(status, JSON.stringify(body)).toBe(200);
  }
  expect(await subjectsTo('stranger@shop.test')).toEqual([expect.stringContaining('您被邀请加入')]);
  expect(await subjectsTo('english@shop.test')).toEqual([
    expect.stringContaining('You have been invited to'),
  ]);
});

it('no module sends a mail in another way', () => {
  const modules = join(import.meta.dirname, '../modules');
  const senders = readdirSync(modules, { encoding: 'utf8', recursive: true })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .filter((file) => /\bmail\.send\(/.test(readFileSync(join(modules, file), 'utf8')));
  expect(senders).toEqual(['journal/mail-person.ts']);
});
