import type { Endpoint } from '@evenstock/contract/api/endpoint';
import { endpoints } from '@evenstock/contract/table';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createTestContext, type TestContext } from './context.ts';
import { createTestServer, type Answer, type TestServer } from './http.ts';
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
 * Every endpoint × input that nobody should send: the right 4xx with a text, never a 5xx, and nothing half-written.
 * A new endpoint is included without a change.
 */

let ctx: TestContext;
let server: TestServer;
let store: PopulatedStore;
let foreign: PopulatedStore;
let userId: number;
beforeAll(async () => {
  ctx = await createTestContext();
  server = await createTestServer(ctx);
  store = await addPopulatedStore(ctx);
  foreign = await addPopulatedStore(ctx);
  userId = await addUser(ctx);
  await addMember(ctx, store.id, userId, 'owner');
  await recordWrites();
});
afterAll(async () => {
  await server.close();
  await ctx.close();
});

/** Values of every wrong kind, and of the right kind in wrong sizes. */
const oddValues: readonly unknown[] = [
  null, true, 0, -1, 1.5, 1e308, 9_007_199_254_740_993, 2_147_483_648, '', ' ', 'x'.repeat(5_000), 'NaN', '1e400',
  '-1', '99999999999999999999', "'; drop table users; --", '%_\\', '\u0000', '\ud800', '💥', [], ['a', 1, null], {}, { a: { b: { c: 1 } } }, [[[]]],
]; // oxfmt-ignore
const oddSegments: readonly string[] = [
  '0', '-1', '1.5', 'abc', '99999999999999999999', '9007199254740993', '2147483648', '%00', 'a%00b', '%zz', '%E0%A4%A', '..%2f..', '%20', '%F0%9F%92%A5', "'", '*', 'x'.repeat(900), 'x'.repeat(2_000),
]; // oxfmt-ignore

const oddQueries: readonly string[] = [
  '', '-1', 'abc', '1e308', '99999999999999999999', '%00', '%zz', 'x'.repeat(3_000), "'", '2026-13-45', 'name sideways', '%F0%9F%92%A5',
]; // oxfmt-ignore

const deep = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const oddBodies: readonly unknown[] = [
  '{', '"', 'nul', '{"a":1}}', '\u0000', '{"__proto__":{"x":1}}', deep(50_000), `{"a":${deep(50_000)}}`,
  [], 5, 'text', true, null,
]; // oxfmt-ignore
/** Queries that lists know, or that look like them. */
const oddNames: readonly string[] = [
  'q', 'q[no_such_filter]', 'q[]', 'q[a][b][c][d][e]', 's', 'q[s]', 'page', 'per_page',
]; // oxfmt-ignore

const isLong = process.env['EVENSTOCK_LONG'] === '1';
/** How many values of each list were drawn. */
const drawn = new Map<readonly unknown[], number>();

/** The next values, this many at each call: over all endpoints every value is used. The long run uses all of them at each call. */
function someOf<T>(values: readonly T[], count: number): readonly T[] {
  const before = drawn.get(values) ?? 0;
  drawn.set(values, before + count);
  if (isLong) return values;
  const start = before % values.length;
  return [...values, ...values].slice(start, start + count);
}

/** Names that every object has of itself. */
const inheritedNames = ['toString', '__proto__'];

const errorReply = z.union([
  z.object({ errors: z.record(z.string(), z.array(z.string().min(3)).min(1)) }),
  z.object({ error: z.string().min(3) }),
]);

/** Tables whose rows are about the attempts themselves; the journal also has failed acts. */
const ofTrying = new Set([
  'sessions',
  'sign_in_throttles',
  'rate_buckets',
  'schema_migrations',
  'activities',
]);

/** Has the database record each row that is written and committed, with its table. */
async function recordWrites(): Promise<void> {
  await sql`create table fuzz_writes (id bigint generated always as identity primary key, name text not null)`.execute(
    ctx.db,
  );
  await sql`create function record_fuzz_write() returns trigger language plpgsql as $$
    begin insert into fuzz_writes (name) values (tg_table_name); return null; end $$`.execute(ctx.db);
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'fuzz_writes'`.execute(
    ctx.db,
  );
  const recorded = tables.filter(({ name }) => !ofTrying.has(name)).map(({ name }) => sql.table(name));
  for (const table of [...recorded, sql.table('graphile_worker._private_jobs')]) {
    await sql`create trigger record_fuzz_write after insert or update or delete on ${table}
      for each row execute function record_fuzz_write()`.execute(ctx.db);
  }
}

/** The tables written since it was last asked. */
async function takeWrites(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`delete from fuzz_writes returning name`.execute(ctx.db);
  return rows.map(({ name }) => name);
}

/** The session of the calls since the last one that may have ended it. */
let token: string | null = null;

async function send(endpoint: Endpoint, path: string, body?: unknown): Promise<Answer> {
  token ??= await openSession(ctx, userId);
  return server.call(endpoint.method, path, { token, ...(body === undefined ? {} : { body }) });
}

beforeEach(async () => {
  token = null;
  await takeWrites();
});

/** Sends it and holds the answer to the rules; `what` names the input in the report. */
async function expectSane(endpoint: Endpoint, path: string, body: unknown, what: string): Promise<void> {
  const answer = await send(endpoint, path, body);
  const report = `${endpoint.method} ${path.slice(0, 200)} with ${what.slice(0, 200)} → ${String(answer.status)} ${JSON.stringify(answer.body).slice(0, 300)}`;
  expect(answer.status, report).toBeLessThan(500);
  const written = await takeWrites();
  if (answer.status === 401) token = null;
  if (answer.status < 400) {
    if (endpoint.method !== 'GET') token = null;
    return;
  }
  expect([401, 403, 404, 409, 413, 415, 422, 429], report).toContain(answer.status);
  expect(errorReply.safeParse(answer.body).success, report).toBe(true);
  expect(JSON.stringify(answer.body), report).not.toMatch(
    /\bat .+\.ts:\d+|select .* from|zod|invalid input syntax/i,
  );
  expect(written, `${report} left something behind`).toEqual([]);
}

const jsonSchema: z.ZodType<JsonSchema> = z.lazy(() =>
  z.object({
    properties: z.record(z.string(), jsonSchema).optional(),
    items: jsonSchema.optional(),
    anyOf: z.array(jsonSchema).optional(),
  }),
);
interface JsonSchema {
  properties?: Record<string, JsonSchema> | undefined;
  items?: JsonSchema | undefined;
  anyOf?: JsonSchema[] | undefined;
}

const shapeOf = (schema: z.ZodType): JsonSchema =>
  jsonSchema.parse(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));

/** The positions of values: the path of names to each member, members of members included. */
function places(schema: JsonSchema): string[][] {
  const inner = Object.entries(schema.properties ?? {}).flatMap(([name, member]) => [
    [name],
    ...places(member).map((rest) => [name, ...rest]),
  ]);
  return [...inner, ...(schema.anyOf ?? []).flatMap(places)];
}

function placed(place: readonly string[], value: unknown): unknown {
  return place.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
}

function bracketed([first = '', ...rest]: readonly string[]): string {
  return `${first}${rest.map((name) => `[${name}]`).join('')}`;
}

const json = endpoints.filter(({ kind }) => kind !== 'events');

it('what a call writes is recorded', async () => {
  const token = await openSession(ctx, userId);
  const path = `/api/stores/${store.slug}.json`;
  expect((await server.call('PATCH', path, { token, body: { store: { name: 'Renamed' } } })).status).toBe(
    200,
  );
  expect(await takeWrites()).toContain('stores');
});

describe.each(json.map((endpoint) => [endpoint.name, endpoint] as const))('%s', (_name, endpoint) => {
  let place: PopulatedStore;
  beforeAll(async () => {
    place = store;
    if (!endsTheStore.has(endpoint.name)) return;
    place = await addPopulatedStore(ctx);
    await addMember(ctx, place.id, userId, 'owner');
  });
  const path = (): string => fillPath(endpoint.path, namesOf(place));

  if (endpoint.method !== 'GET') {
    it('bodies that are no JSON, or far too deep', async () => {
      for (const body of someOf(oddBodies, 4))
        await expectSane(endpoint, path(), body, typeof body === 'string' ? body : JSON.stringify(body));
    });

    it('members that are named as what every object has', async () => {
      const records = [[], ...places(shapeOf(endpoint.body))];
      for (const record of records) {
        for (const name of someOf(inheritedNames, 1)) {
          const body = JSON.stringify(placed(record, 'HERE')).replace('"HERE"', `{"${name}":1}`);
          await expectSane(endpoint, path(), body, body);
        }
      }
    });

    it('every member of the body as what it is not', async () => {
      for (const place of places(shapeOf(endpoint.body))) {
        for (const value of someOf(oddValues, 3)) {
          const body = placed(place, value);
          await expectSane(endpoint, path(), body, JSON.stringify(body));
        }
      }
    });
  }

  it('queries that nobody sends', async () => {
    const known = places(shapeOf(endpoint.query)).map(bracketed);
    const names = new Set([...known, ...someOf(oddNames, 3)]);
    for (const name of names) {
      for (const value of someOf(oddQueries, 1)) {
        await expectSane(endpoint, `${path()}?${encodeURIComponent(name)}=${value}`, undefined, 'this query');
      }
      await expectSane(
        endpoint,
        `${path()}?${encodeURIComponent(`${name}[]`)}=1&${encodeURIComponent(`${name}[x]`)}=2`,
        undefined,
        'this query',
      );
    }
    for (const name of someOf(inheritedNames, 1)) {
      await expectSane(endpoint, `${path()}?${name}=1&q[${name}]=1`, undefined, 'this query');
    }
    await expectSane(endpoint, `${path()}?${'a=1&'.repeat(3_000)}`, undefined, 'very many values');
  });

  const segments = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  if (segments.length === 0) return;
  it('ids that are none, and another store’s', async () => {
    for (const name of segments) {
      for (const segment of someOf(oddSegments, 2)) {
        const marked = fillPath(endpoint.path, { ...namesOf(store), [name]: 'FUZZ-HERE' });
        await expectSane(endpoint, marked.replace('FUZZ-HERE', segment), undefined, 'this path');
      }
    }
    await expectSane(
      endpoint,
      fillPath(endpoint.path, namesOf(foreign)),
      undefined,
      'a store of somebody else',
    );
    await expectSane(
      endpoint,
      fillPath(endpoint.path, { ...namesOf(foreign), storeId: store.id }),
      undefined,
      'a record of somebody else',
    );
  });
});

it('every odd value was sent', () => {
  const lists = [oddValues, oddSegments, oddQueries, oddBodies, oddNames, inheritedNames];
  expect(lists.filter((values) => (drawn.get(values) ?? 0) < values.length)).toEqual([]);
});
