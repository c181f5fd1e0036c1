import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { showAccount } from '@evenstock/contract/accounts/accounts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestContext, type TestContext } from '../testing/context.ts';
import { createTestServer, type TestServer } from '../testing/http.ts';
import { describeUser } from '../modules/accounts/account/describe-user.ts';
import { routes } from '../wiring.ts';
import { stopServing } from './http-stop.ts';
import { openLiveHub, type LiveHub } from './live.ts';
import { route } from './routing.ts';

let ctx: TestContext;
let hub: LiveHub;
let server: TestServer;
let port: number;
let token: string;
/** Lets the calls of the account continue. */
let open: () => void;
let arrived: number;
const sockets: Socket[] = [];
beforeEach(async () => {
  ctx = await createTestContext();
  hub = await openLiveHub(ctx.database.connection, ctx.log);
  const gate = new Promise<void>((resolve) => (open = resolve));
  arrived = 0;
  const slow = route(showAccount, async ({ actor }) => {
    arrived += 1;
    await gate;
    return { user: await describeUser(ctx, actor.userId) };
  });
  const others = routes.filter(({ endpoint }) => endpoint.name !== showAccount.name);
  server = await createTestServer(ctx, { live: hub, routes: [...others, slow] });
  token = await server.signIn('owner@shop.test');
  const address = await server.app.listen({ host: '127.0.0.1', port: 0 });
  port = Number(new URL(address).port);
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  open();
  await hub.close();
  await server.close();
  await ctx.close();
});

const account = () =>
  fetch(`http://127.0.0.1:${String(port)}/api/account.json`, { headers: { 'authentication-token': token } });

/** A connection on which requests are written by hand. */
async function dial(): Promise<{ socket: Socket; said: () => string }> {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  let text = '';
  socket.on('data', (part: Buffer) => (text += part.toString('utf8')));
  await once(socket, 'connect');
  return { socket, said: () => text };
}

const takesConnections = async (): Promise<boolean> => {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
};

it('answers what is under way, ends the live streams, and takes no new connection', async () => {
  await server.call('POST', '/api/stores.json', { token, body: { store: { name: 'Live', country: 'sg' } } });
  const stream = await fetch(`http://127.0.0.1:${String(port)}/api/stores/live/events`, {
    headers: { 'authentication-token': token },
  });
  const underWay = [account(), account(), account()];
  await expect.poll(() => arrived).toBe(3);
  // The second request has begun to arrive with the first, which is answered.
  const { socket, said } = await dial();
  socket.write('GET /healthz HTTP/1.1\r\nHost: here\r\n\r\nGET /readyz HTTP/1.1\r\nHost: here\r\n');
  await expect.poll(said).toContain('{"status":"ok"}');

  const stopped = stopServing(server.app, 60_000);
  await expect.poll(takesConnections).toBe(false);
  expect(await stream.text()).toContain('event: ready');
  socket.write('\r\n');
  await expect.poll(said).toContain('{"status":"stopping"}');
  expect(said()).toMatch(/HTTP\/1\.1 503[^]*connection: close/i);

  open();
  for (const answer of await Promise.all(underWay)) {
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ user: { email: 'owner@shop.test' } });
  }
  await stopped;
});

it('waits no longer than its limit for an answer that does not come', async () => {
  const lost = account().then(
    () => 'answered',
    () => 'lost',
  );
  await expect.poll(() => arrived).toBe(1);
  await stopServing(server.app, 100);
  expect(await lost).toBe('lost');
});
