import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { endpoints } from '@evenstock/contract/table';
import { showAccount } from '@evenstock/contract/accounts/accounts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { route, type Route } from './routing.ts';
import { createTestContext, type TestContext } from '../testing/context.ts';
import { readConfiguration } from '../configuration.ts';
import { createTestServer, type TestServer } from '../testing/http.ts';
import { routes } from '../wiring.ts';

let ctx: TestContext;
let server: TestServer;
let token: string;
let webRoot: string;
beforeAll(async () => {
  webRoot = await mkdtemp(join(tmpdir(), 'evenstock-web-'));
  await mkdir(join(webRoot, 'assets'));
  await writeFile(
    join(webRoot, 'index.html'),
    '<!doctype html><html><head><title>Evenstock</title></head><body></body></html>',
  );
  await writeFile(join(webRoot, 'assets', 'app-1a2b.js'), 'export {};');
  ctx = await createTestContext({ settings: { isDemo: true } });
  server = await createTestServer(ctx, { webRoot });
  token = await server.signIn('reader@shop.test');
});
afterAll(async () => {
  await server.close();
  await ctx.close();
  await rm(webRoot, { recursive: true });
});

it('every declared endpoint is served', () => {
  const bound = new Set(routes.map(({ endpoint }) => endpoint.name));
  const missing = endpoints
    .filter(({ name, kind }) => kind !== 'events' && !bound.has(name))
    .map(({ name }) => name);
  expect(missing).toEqual([]);
});

it('.json at the end of a path is optional', async () => {
  for (const url of ['/api/account.json', '/api/account', '/api/account/']) {
    expect((await server.call('GET', url, { token })).status, url).toBe(200);
  }
});

it('a field that is not known is named, with the one that is most like it', async () => {
  const made = await server.call('POST', '/api/stores.json', {
    token,
    body: { store: { name: 'Named fields', country: 'sg' } },
  });
  expect(made.status).toBe(200);
  const unknown = async (method: 'GET' | 'PATCH', url: string, body?: object) => {
    const answer = await server.call(method, url, { token, ...(body === undefined ? {} : { body }) });
    return { status: answer.status, body: answer.body };
  };
  const refusal = (errors: object) => ({ status: 422, body: { errors } });
  const store = '/api/stores/named-fields';
  expect(await unknown('GET', '/api/account.json?x=1')).toMatchObject(
    refusal({ x: ['x is not known here'] }),
  );
  expect(await unknown('GET', `${store}/orders.json?scop=shipped`)).toMatchObject(
    refusal({ scop: ['scop is not known here, but scope is'] }),
  );
  expect(await unknown('GET', `${store}/variants/products_page.json?sku_eq=A`)).toMatchObject(
    refusal({ sku_eq: ['sku_eq is not known here, but q[sku_eq] is'] }),
  );
  expect(await unknown('PATCH', `${store}.json`, { store: { nmae: 'A' } })).toMatchObject(
    refusal({ nmae: ['store.nmae is not known here, but store.name is'] }),
  );
});

it('an unknown address of the API is 404 in JSON, any other is a page', async () => {
  expect(await server.call('GET', '/api/no-such-thing', { token })).toMatchObject({
    status: 404,
    body: { error: expect.any(String) },
  });
  expect(await server.call('POST', '/stores/x')).toMatchObject({ status: 404 });
  const page = await server.call('GET', '/stores/demo-store/orders/%231001');
  expect(page.status).toBe(200);
  expect(page.headers['content-type']).toContain('text/html');
});

it('pages carry a fresh nonce for styles, and no inline script may run', async () => {
  const first = await server.app.inject('/');
  const second = await server.app.inject('/stores');
  const nonce = /<meta name="csp-nonce" content="([^"]+)">/.exec(first.body)?.[1] ?? '';
  const policy = String(first.headers['content-security-policy']);
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain(`style-src 'self' 'nonce-${nonce}'`);
  expect(policy).toContain("style-src-attr 'unsafe-inline'");
  expect(second.body).not.toContain(nonce);
  expect(first.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' });
  // Scanning uses the camera.
  expect(String(first.headers['permissions-policy'])).toContain('camera=(self)');
});

it('an address that cannot be read is answered with the same headers; encryption is asked of this host alone', async () => {
  const unreadable = await server.app.inject('/api/stores/%E0%A4%A');
  expect(unreadable.statusCode).toBe(404);
  expect(unreadable.headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  });
  expect(unreadable.headers['content-security-policy']).toContain("default-src 'self'");
  const secure = await createTestServer({
    ...ctx,
    settings: { ...ctx.settings, publicUrl: 'https://stock.example.com' },
  });
  const { headers } = await secure.app.inject('/healthz');
  expect(headers['strict-transport-security']).toBe('max-age=31536000');
  await secure.close();
});

it('files named by their content are kept for ever', async () => {
  const file = await server.app.inject('/assets/app-1a2b.js');
  expect(file).toMatchObject({ statusCode: 200 });
  expect(file.headers['cache-control']).toContain('immutable');
  expect((await server.app.inject('/../package.json')).body).not.toContain('workspaces');
});

it('bodies: malformed, of another kind, too large, and none at all', async () => {
  const bad = await server.call('POST', '/api/sessions.json', { body: '{"user":' });
  expect(bad).toMatchObject({
    status: 422,
    body: { errors: { body: ['The body is not valid JSON. Check it and send it again.'] } },
  });
  const form = await server.app.inject({
    method: 'POST',
    url: '/api/sessions.json',
    headers: { 'content-type': 'text/plain' },
    payload: 'x',
  });
  expect(form.statusCode).toBe(415);
  const large = await server.call('POST', '/api/sessions.json', {
    body: { user: { email: 'x'.repeat(2_000_000) } },
  });
  expect(large).toMatchObject({ status: 413, body: { error: 'The request is too large.' } });
  const none = await server.app.inject({
    method: 'POST',
    url: '/api/sessions/authenticate.json',
    headers: { 'content-type': 'application/json', 'authentication-token': token },
    payload: '',
  });
  expect(none.statusCode).toBe(200);
});

it('a call without permission is refused before its body is read', async () => {
  expect((await server.call('POST', '/api/stores.json', { body: '{"store":' })).status).toBe(401);
});

it('a reply that does not fit its schema never leaves', async () => {
  const broken: Route = {
    endpoint: showAccount,
    handle: () => {
      const reply: unknown = JSON.parse('{"user":{"id":"one","password_hash":"secret"}}');
      return Promise.resolve(reply);
    },
  };
  const other = await createTestServer(ctx, { routes: [broken] });
  const answer = await other.call('GET', '/api/account.json', { token });
  expect(answer).toMatchObject({
    status: 500,
    body: { fault: expect.stringContaining('user.id (invalid_type)') },
  });
  expect(JSON.stringify(answer.body)).not.toContain('secret');
  await other.close();
});

it('what nobody foresaw is answered with a reference, without a trace of its cause', async () => {
  const broken = route(showAccount, () => Promise.reject(new Error('at secret.ts:12 password=hunter2')));
  const other = await createTestServer(ctx, { routes: [broken], revealFaults: false });
  const answer = await other.call('GET', '/api/account.json', { token });
  expect(answer.status).toBe(500);
  expect(answer.body).toMatchObject({
    error: expect.stringMatching(
      /^Sorry, something went wrong\. Please try again later\. Reference: [0-9a-f]{8}$/,
    ),
  });
  await other.close();
});

it('long answers are compressed', async () => {
  const answer = await server.app.inject({
    url: '/api/openapi.json',
    headers: { 'accept-encoding': 'gzip' },
  });
  expect(answer.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(answer.rawPayload).toString()).toContain('"openapi":"3.1.0"');
});

it('describes every endpoint to programs and to people', async () => {
  const document = (await server.call('GET', '/api/openapi.json')).body;
  const page = (await server.app.inject('/api/docs')).body;
  for (const { name, path } of endpoints) {
    expect(JSON.stringify(document)).toContain(`"operationId":"${name}"`);
    expect(page).toContain(path);
  }
  expect(page).not.toContain('<script');
});

it('says that it lives and that it is ready', async () => {
  expect(await server.call('GET', '/healthz')).toMatchObject({ status: 200 });
  expect(await server.call('GET', '/readyz')).toMatchObject({ status: 200, body: { status: 'ready' } });
});

it('the demo shows its mails, as text; no other installation does', async () => {
  await ctx.db
    .insertInto('caught_mails')
    .values({
      recipient: 'a@shop.test',
      subject: '<b>Hi</b>',
      body: '<script>1</script>',
      created_at: ctx.clock.now(),
    })
    .execute();
  const list = await server.app.inject('/dev/mail');
  expect(list.body).toContain('&#60;b&#62;Hi');
  const id = /\/dev\/mail\/(\d+)/.exec(list.body)?.[1] ?? '';
  expect((await server.app.inject(`/dev/mail/${id}`)).body).toContain('&#60;script&#62;1');
  expect((await server.app.inject('/dev/mail/999999')).statusCode).toBe(404);

  const production = await createTestServer({ ...ctx, settings: { ...ctx.settings, isDemo: false } });
  expect((await production.app.inject('/dev/mail')).statusCode).toBe(404);
  await production.close();
});

it('the sign-in page names accounts in the demo alone', async () => {
  const shop_url = 'http://localhost:4101/shops/shopee/600001';
  const demo = {
    accounts: [{ email: 'owner@demo.evenstock.test', role: 'owner' as const }],
    password: 'open',
    shop_url,
  };
  const pageOf = async (settings: TestContext['settings']) => {
    const there = await createTestServer({ ...ctx, settings }, { webRoot });
    const { body } = await there.app.inject('/');
    await there.close();
    return body;
  };
  expect(await pageOf({ ...ctx.settings, demo })).toContain('owner@demo.evenstock.test');

  const production = readConfiguration(
    {
      DATABASE_URL: 'postgres://evenstock@db/evenstock',
      EVENSTOCK_URL: 'https://stock.example.com',
      EVENSTOCK_SECRET: 'a5'.repeat(32),
      SMTP_URL: 'smtp://localhost:25',
    },
    'production',
  );
  const page = await pageOf(production.settings);
  expect(page).toContain('&#34;demo&#34;:null');
  expect(page).not.toContain('demo.evenstock.test');
});
