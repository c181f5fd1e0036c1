import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { createTestContext, type TestContext } from './context.ts';
import { createTestServer, type TestServer } from './http.ts';
import { addMember, addPopulatedStore, addUser, openSession, type PopulatedStore } from './world.ts';

/* The worked examples of docs/api.md run unchanged in a shell, against a running server. */

const run = promisify(execFile);
const guide = readFileSync(join(import.meta.dirname, '../../../docs/api.md'), 'utf8');
const examples = [...guide.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, text]) => text ?? '');

let ctx: TestContext;
let server: TestServer;
let store: PopulatedStore;
let address: string;
let token: string;
beforeAll(async () => {
  ctx = await createTestContext();
  server = await createTestServer(ctx);
  address = await server.app.listen({ host: '127.0.0.1', port: 0 });
  store = await addPopulatedStore(ctx);
  await ctx.db.updateTable('stores').set({ can_sync_quantity: true }).where('id', '=', store.id).execute();
  const userId = await addUser(ctx);
  await addMember(ctx, store.id, userId, 'owner');
  const answer = await server.call('POST', `/api/stores/${store.slug}/access_tokens.json`, {
    token: await openSession(ctx, userId),
    body: { access_token: { name: 'Guide', scopes: ['product.view', 'product.work'], expires_in_days: 7 } },
  });
  ({ token } = z.object({ token: z.string() }).parse(answer.body));
});
afterAll(async () => {
  await server.close();
  await ctx.close();
});

/** Runs an example; only the address of the server and the name of the store are the test's own. */
async function output(example: string, env: Readonly<Record<string, string>>): Promise<string> {
  const text = example
    .replaceAll('http://localhost:3000', address)
    .replaceAll('/stores/demo-store/', `/stores/${store.slug}/`);
  const { stdout } = await run('sh', ['-c', text], { env: { ...process.env, ...env } });
  return stdout;
}

it('has three worked examples', () => {
  expect(examples).toHaveLength(3);
});

it('the first lists the SKUs', async () => {
  const answer: unknown = JSON.parse(await output(examples[0] ?? '', { TOKEN: token }));
  expect(answer).toMatchObject({ variants: [{ slug: 'mug-red', quantity: 0 }], total_count: 1 });
});

it('the second adds units, once', async () => {
  const once: unknown = JSON.parse(await output(examples[1] ?? '', { TOKEN: token }));
  expect(once).toMatchObject({ variant: { quantity: 12 } });
  const twice: unknown = JSON.parse(await output(examples[1] ?? '', { TOKEN: token }));
  expect(twice).toMatchObject({ variant: { quantity: 12 } });
});

it('the third knows a delivery of ours from another', async () => {
  const seconds = String(Math.floor(Date.now() / 1000));
  const body = '{"id":812}';
  const mac = createHmac('sha256', 'whsec_test').update(`${seconds}.${body}`).digest('hex');
  const env = { SECRET: 'whsec_test', SIGNATURE: `t=${seconds},v1=${mac}`, BODY: body };
  expect(await output(examples[2] ?? '', env)).toBe('true\n');
  expect(await output(examples[2] ?? '', { ...env, BODY: '{"id":813}' })).toBe('false\n');
});
