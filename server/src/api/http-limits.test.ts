import { connect } from 'node:net';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestContext, type TestContext } from '../testing/context.ts';
import { createTestServer, type TestServer } from '../testing/http.ts';
import { addMember, addPopulatedStore, addUser, openSession } from '../testing/world.ts';

/* Limits of callers and of the duration of a request, which hold before a call is parsed. */

let ctx: TestContext;
beforeAll(async () => {
  ctx = await createTestContext();
});
afterAll(() => ctx.close());

describe('a request that arrives byte by byte', () => {
  let server: TestServer;
  let port: number;
  beforeAll(async () => {
    server = await createTestServer(ctx, { arrivalLimit: 300 });
    const address = await server.app.listen({ host: '127.0.0.1', port: 0 });
    port = Number(new URL(address).port);
  });
  afterAll(() => server.close());

  it.each(['/api/sessions.json', '/webhooks/shopee'])('is refused: the body of %s', async (path) => {
    const socket = connect(port, '127.0.0.1');
    let said = '';
    socket.on('data', (part: Buffer) => (said += part.toString('utf8')));
    // Writing to what the server has closed is an error of the socket, and part of this.
    socket.on('error', () => undefined);
    const ended = new Promise((resolve) => socket.once('close', resolve));
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`,
    );
    const drip = setInterval(() => socket.write(' '), 20);
    await ended;
    clearInterval(drip);
    expect(said).toContain('408');
  });
});

describe('the address of a caller', () => {
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) });

  /** Fails to sign in until one address reaches its limit. Returns the answer to a last client with the right password. */
  async function spray(server: TestServer, peer: string, clients: (index: number) => string) {
    const email = `client-${peer}@shop.test`;
    await server.signIn(email);
    const call = (user: object, client: string) =>
      server.app.inject({
        method: 'POST',
        url: '/api/sessions.json',
        remoteAddress: peer,
        headers: { 'x-forwarded-for': client },
        payload: { user },
      });
    const tries = Array.from({ length: 101 }, (_, index) =>
      call({ email: `invented-${String(index)}@shop.test`, password: 'guess' }, clients(index)),
    );
    await Promise.all(tries);
    return (await call({ email, password: 'correct-horse-battery' }, '203.0.113.200')).statusCode;
  }

  it('is what a trusted proxy says, so that strangers behind it do not share one limit', async () => {
    const server = await createTestServer({ ...ctx, log }, { trustedProxies: ['10.1.0.0/16'] });
    expect(await spray(server, '10.1.2.3', () => '198.51.100.9')).toBe(200);
    expect(lines).toEqual([]);
    await server.close();
  });

  it('is the proxy’s where that is not trusted, which is logged once', async () => {
    const server = await createTestServer({ ...ctx, log }, { trustedProxies: ['10.1.0.0/16'] });
    expect(await spray(server, '10.2.2.3', (index) => `198.51.100.${String(index)}`)).toBe(429);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('EVENSTOCK_TRUSTED_PROXIES');
    expect(lines[0]).toContain('10.2.2.3');
    expect(lines[0]).not.toContain('198.51.100');
    await server.close();
  });

  it('is not logged if it may be a person’s', async () => {
    lines.length = 0;
    const server = await createTestServer({ ...ctx, log });
    await server.app.inject({
      url: '/healthz',
      remoteAddress: '203.0.113.77',
      headers: { 'x-forwarded-for': '1.2.3.4' },
    });
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toMatch(/203\.0\.113\.77|1\.2\.3\.4/);
    await server.close();
  });
});

describe('an upload that announces more than is taken', () => {
  it('is refused before it is read', async () => {
    const server = await createTestServer(ctx);
    const { id: storeId } = await addPopulatedStore(ctx);
    const user = await addUser(ctx);
    await addMember(ctx, storeId, user, 'member');
    const token = await openSession(ctx, user);
    const address = await server.app.listen({ host: '127.0.0.1', port: 0 });
    const socket = connect(Number(new URL(address).port), '127.0.0.1');
    let said = '';
    socket.on('data', (part: Buffer) => (said += part.toString('utf8')));
    socket.on('error', () => undefined);
    const ended = new Promise((resolve) => socket.once('close', resolve));
    // Nothing of the body follows: an answer can only come from what is announced.
    socket.write(
      [
        `POST /api/stores/${String(storeId)}/variants/mass_update.json HTTP/1.1`,
        'Host: here',
        `Authentication-Token: ${token}`,
        'Content-Type: multipart/form-data; boundary=xx',
        'Content-Length: 100000000',
        '\r\n',
      ].join('\r\n'),
    );
    await ended;
    expect(said).toMatch(/^HTTP\/1\.1 (413|422) /);
    await server.close();
  });
});
