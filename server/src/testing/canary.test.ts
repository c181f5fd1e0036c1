import { endpoints } from '@evenstock/contract/table';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { createLog } from '../platform/process/log.ts';
import { startWorker, type RunningWorker } from '../platform/jobs/worker.ts';
import { runnable } from '../wiring.ts';
import { createTestContext, type TestContext } from './context.ts';
import { createTestServer, type TestServer } from './http.ts';
import { addMember, addPopulatedStore, fillPath, giveBuyer, namesOf, type PopulatedStore } from './world.ts';

/* No secret and no personal datum reaches the log: a full round of calls, with as much of it failing as can. */

const PASSWORD = 'canary-password-5f21';
const EMAIL = 'canary.person@canary-mail.test';
const BUYER = 'Canary Buyer-Name';
const captured = { tokens: new Set<string>() };
const lines: string[] = [];

let ctx: TestContext;
let server: TestServer;
let store: PopulatedStore;
let worker: RunningWorker;
let mailsFail = false;

beforeAll(async () => {
  const log = createLog('debug', { write: (line: string) => void lines.push(line) });
  ctx = await createTestContext({ log });
  server = await createTestServer(ctx);
  store = await addPopulatedStore(ctx);
  const buyer = {
    id: 'canary-buyer-id',
    name: BUYER,
    fullAddress: '1 Canary Lane',
    postalCode: null,
    phone: '+65 5550 4242',
    email: EMAIL,
  };
  await giveBuyer(ctx, store.id, buyer);
  const mail = {
    send: async (message: { to: string; text: string }) => {
      for (const [, token = ''] of message.text.matchAll(/_token=(\S+)/g)) captured.tokens.add(token);
      // As a mail server says it.
      if (mailsFail)
        throw new Error(
          `Can't send mail: 550 5.1.1 <${message.to}>: Recipient address rejected. ${message.text}`,
        );
      await ctx.mail.send({ ...message, subject: 'canary' });
    },
  };
  worker = await startWorker(runnable({ ...ctx, mail }), {
    pool: ctx.database.pool,
    connection: ctx.database.connection,
    log,
    concurrency: 2,
  });
});
afterAll(async () => {
  await worker.stop(1000);
  await server.close();
  await ctx.close();
});

const signedIn = z.object({ user: z.object({ id: z.number(), authentication_token: z.string() }) });

async function eventually(condition: () => boolean): Promise<void> {
  for (const until = performance.now() + 60_000; performance.now() < until;) {
    if (condition()) return;
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  throw new Error('It did not happen within 60 seconds.');
}

const jsonSchema: z.ZodType<Shape> = z.lazy(() =>
  z.object({
    type: z.unknown().optional(),
    enum: z.array(z.unknown()).optional(),
    anyOf: z.array(jsonSchema).optional(),
    properties: z.record(z.string(), jsonSchema).optional(),
  }),
);
interface Shape {
  type?: unknown;
  enum?: readonly unknown[] | undefined;
  anyOf?: readonly Shape[] | undefined;
  properties?: Record<string, Shape> | undefined;
}

/** A body with a canary in every text. */
function filled(shape: Shape, name = ''): unknown {
  if (shape.properties !== undefined) {
    return Object.fromEntries(
      Object.entries(shape.properties).map(([key, inner]) => [key, filled(inner, key)]),
    );
  }
  const [first] = shape.anyOf ?? [];
  if (first !== undefined) return filled(first, name);
  if (shape.enum !== undefined) return shape.enum[0];
  if (shape.type === 'boolean') return true;
  if (shape.type === 'integer' || shape.type === 'number') return 1;
  return name === 'email' ? EMAIL : `${PASSWORD} ${EMAIL}`;
}

async function fullRound(token: string): Promise<number[]> {
  const statuses: number[] = [];
  for (const endpoint of endpoints.filter(({ kind }) => kind !== 'events')) {
    // They end the session that the other calls of the round need.
    if (['signOut', 'requestDeletion', 'deleteStore', 'leaveStore'].includes(endpoint.name)) continue;
    const shape = jsonSchema.parse(z.toJSONSchema(endpoint.body, { io: 'input', unrepresentable: 'any' }));
    const path = fillPath(endpoint.path, namesOf(store));
    const query = endpoint.method === 'GET' ? `?q[email]=${encodeURIComponent(EMAIL)}&code=${PASSWORD}` : '';
    const answer = await server.call(endpoint.method, `${path}${query}`, {
      token,
      ...(endpoint.method === 'GET' ? {} : { body: filled(shape) }),
    });
    statuses.push(answer.status);
  }
  return statuses;
}

it('no password, token, link, address or buyer reaches the log, whatever fails', async () => {
  const user = { email: EMAIL, password: PASSWORD };
  mailsFail = true;
  await server.call('POST', '/api/users.json', { body: { user } });
  await eventually(() => lines.some((line) => line.includes('A job failed')));
  mailsFail = false;
  await eventually(() => captured.tokens.size >= 2);
  await server.call('POST', '/api/users.json', { body: { user } });
  await eventually(() => captured.tokens.size >= 3);
  const confirmation = [...captured.tokens].at(-1) ?? '';
  const confirmed = await server.call('POST', '/api/users/confirm.json', {
    body: { user: { confirmation_token: confirmation, password: PASSWORD } },
  });
  const { id, authentication_token: token } = signedIn.parse(confirmed.body).user;
  captured.tokens.add(token);
  await addMember(ctx, store.id, id, 'owner');
  await server.call('POST', '/api/sessions.json', {
    body: { user: { ...user, password: `${PASSWORD}-wrong` } },
  });
  await server.call('POST', '/api/account/forget_password.json', { body: { user: { email: EMAIL } } });
  await eventually(() => captured.tokens.size >= 5);
  const begun = await server.call('POST', '/api/account/second_factor.json', { token, body: {} });
  captured.tokens.add(
    z.object({ second_factor: z.object({ secret: z.string() }) }).parse(begun.body).second_factor.secret,
  );
  expect(
    (await server.call('GET', `/api/stores/${store.slug}/orders/${store.referenceNumber}.json`, { token }))
      .status,
  ).toBe(200);
  await fullRound(token);

  // Every write refused by the database, which quotes the row that it refuses.
  for (const table of ['sign_ups', 'sessions', 'users', 'stores', 'invitations', 'variants']) {
    await sql`alter table ${sql.table(table)} add constraint ${sql.ref(`${table}_canary`)} check (false) not valid`.execute(
      ctx.db,
    );
  }
  const statuses = await fullRound(token);
  const again = await server.call('POST', '/api/sessions.json', { body: { user } });
  expect(again.status).toBe(500);
  expect(statuses.filter((status) => status === 500).length).toBeGreaterThan(0);

  const text = lines.join('');
  expect(text).toContain('A call failed.');
  for (const secret of [
    PASSWORD,
    EMAIL,
    'canary-mail',
    BUYER,
    'Canary Lane',
    '5550 4242',
    ...captured.tokens,
  ]) {
    expect(text.includes(secret), `the log holds ${secret}`).toBe(false);
  }
});
