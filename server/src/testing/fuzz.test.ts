import type { Endpoint } from '@evenstock/contract/endpoint';
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
 * A new endpoint is in it by itself.
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
});
afterAll(async () => {
  await server.close();
  await ctx.close();
});

const deep = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;

/** Values of every wrong kind, and of the right kind in wrong sizes. */
const oddValues: readonly unknown[] = [
  null, true, 0, -1, 1.5, 1e308, 9_007_199_254_740_993, 2_147_483_648, '', ' ', 'x'.repeat(5_000), 'NaN', '1e400',
  '-1', '99999999999999999999', "'; drop table users; --", '%_\\', '\u0000', '\ud800', '💥', [], ['a', 1, null], {}, { a: { b: { c: 1 } } }, [[[]]],
]; // prettier-ignore
const oddSegments: readonly string[] = [
  '0', '-1', '1.5', 'abc', '99999999999999999999', '9007199254740993', '2147483648', '%00', 'a%00b', '%zz', '%E0%A4%A', '..%2f..', '%20', '%F0%9F%92%A5', "'", '*', 'x'.repeat(900), 'x'.repeat(2_000),
]; // prettier-ignore

/** Names that every object has of itself. */
const inheritedNames = ['toString', '__proto__'];

const errorReply = z.union([
  z.object({ errors: z.record(z.string(), z.array(z.string().min(3)).min(1)) }),
  z.object({ error: z.string().min(3) }),
]);

/** Tables whose rows tell of the trying itself; the journal tells of acts that failed, too. */
const ofTrying = new Set([
  'sessions',
  'sign_in_throttles',
  'rate_buckets',
  'schema_migrations',
  'activities',
]);

/** A mark of everything that is stored: the same mark, the same rows. */
async function fingerprint(): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
    order by table_name`.execute(ctx.db);
  const parts = tables
    .filter(({ name }) => !ofTrying.has(name))
    .map(
      ({ name }) =>
        sql`select coalesce(sum(hashtextextended(t::text, 0)), 0)::text || '/' || count(*) as mark from ${sql.table(name)} t`,
    );
  const waiting = sql`select count(*)::text as mark from graphile_worker._private_jobs`;
  const { rows } = await sql<{ mark: string }>`${sql.join([...parts, waiting], sql` union all `)}`.execute(
    ctx.db,
  );
  return rows.map(({ mark }) => mark).join(' ');
}

async function send(endpoint: Endpoint, path: string, body?: unknown): Promise<Answer> {
  const token = await openSession(ctx, userId);
  return server.call(endpoint.method, path, { token, ...(body === undefined ? {} : { body }) });
}

/** Of what is stored since the last call that was refused; null where something may have been written since. */
let known: string | null = null;
beforeEach(() => {
  known = null;
});

/** Sends it and holds the answer to the rules; `what` names the input in the report. */
async function expectSane(endpoint: Endpoint, path: string, body: unknown, what: string): Promise<void> {
  const mayWrite = endpoint.method !== 'GET' || endpoint.audit !== null;
  const before = mayWrite ? (known ?? (await fingerprint())) : '';
  if (mayWrite) known = null;
  const answer = await send(endpoint, path, body);
  const report = `${endpoint.method} ${path.slice(0, 200)} with ${what.slice(0, 200)} → ${String(answer.status)} ${JSON.stringify(answer.body).slice(0, 300)}`;
  expect(answer.status, report).toBeLessThan(500);
  if (answer.status < 400) return;
  expect([401, 403, 404, 409, 413, 415, 422, 429], report).toContain(answer.status);
  expect(errorReply.safeParse(answer.body).success, report).toBe(true);
  expect(JSON.stringify(answer.body), report).not.toMatch(
    /\bat .+\.ts:\d+|select .* from|zod|invalid input syntax/i,
  );
  if (!mayWrite) return;
  known = await fingerprint();
  expect(known, `${report} left something behind`).toBe(before);
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

/** Where a value may stand: the path of names to each member, members of members included. */
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
      for (const body of [
        '{',
        '"',
        'nul',
        '{"a":1}}',
        '\u0000',
        '{"__proto__":{"x":1}}',
        deep(50_000),
        `{"a":${deep(50_000)}}`,
      ]) {
        await expectSane(endpoint, path(), body, body);
      }
      for (const body of [[], 5, 'text', true, null])
        await expectSane(endpoint, path(), body, JSON.stringify(body));
    });

    it('members that are named as what every object has', async () => {
      const records = [[], ...places(shapeOf(endpoint.body))];
      for (const record of records) {
        for (const name of inheritedNames) {
          const body = JSON.stringify(placed(record, 'HERE')).replace('"HERE"', `{"${name}":1}`);
          await expectSane(endpoint, path(), body, body);
        }
      }
    });

    it('every member of the body as what it is not', async () => {
      for (const place of places(shapeOf(endpoint.body))) {
        for (const value of oddValues) {
          const body = placed(place, value);
          await expectSane(endpoint, path(), body, JSON.stringify(body));
        }
      }
    }, 120_000);
  }

  it('queries that nobody sends', async () => {
    const known = places(shapeOf(endpoint.query)).map(bracketed);
    const names = [
      ...known,
      'q',
      'q[no_such_filter]',
      'q[]',
      'q[a][b][c][d][e]',
      's',
      'q[s]',
      'page',
      'per_page',
    ];
    for (const name of new Set(names)) {
      for (const value of [
        '',
        '-1',
        'abc',
        '1e308',
        '99999999999999999999',
        '%00',
        '%zz',
        'x'.repeat(3_000),
        "'",
        '2026-13-45',
        'name sideways',
        '%F0%9F%92%A5',
      ]) {
        await expectSane(endpoint, `${path()}?${encodeURIComponent(name)}=${value}`, undefined, 'this query');
      }
      await expectSane(
        endpoint,
        `${path()}?${encodeURIComponent(`${name}[]`)}=1&${encodeURIComponent(`${name}[x]`)}=2`,
        undefined,
        'this query',
      );
    }
    for (const name of inheritedNames) {
      await expectSane(endpoint, `${path()}?${name}=1&q[${name}]=1`, undefined, 'this query');
    }
    await expectSane(endpoint, `${path()}?${'a=1&'.repeat(3_000)}`, undefined, 'very many values');
  }, 120_000);

  const segments = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  if (segments.length === 0) return;
  it('ids that are none, and another store’s', async () => {
    for (const name of segments) {
      for (const segment of oddSegments) {
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
