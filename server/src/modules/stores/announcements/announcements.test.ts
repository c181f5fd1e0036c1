import { createAnnouncement, listAnnouncements } from '@evenstock/contract/stores/announcements';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestContext, type TestContext } from '../../../testing/context.ts';
import { createTestServer, type TestServer } from '../../../testing/http.ts';
import { addUser, openSession } from '../../../testing/world.ts';

let ctx: TestContext;
let server: TestServer;
let admin: string;
let member: string;
const path = '/api/announcements.json';

beforeAll(async () => {
  ctx = await createTestContext();
  server = await createTestServer(ctx);
  admin = await openSession(ctx, await addUser(ctx, 'admin'));
  member = await openSession(ctx, await addUser(ctx));
});
afterAll(async () => {
  await server.close();
  await ctx.close();
});

const announce = async (title: string, content = 'Text') => {
  const answer = await server.call('POST', path, {
    token: admin,
    body: { announcement: { title, content } },
  });
  ctx.clock.advance(1000);
  return createAnnouncement.reply.parse(answer.body).announcement;
};
const list = async (query = '') =>
  listAnnouncements.reply.parse((await server.call('GET', `${path}${query}`, { token: member })).body);

it('is read by everybody, newest first, five a page; nothing of it runs', async () => {
  for (const place of [1, 2, 3, 4, 5]) await announce(`Number ${String(place)}`);
  await announce('Maintenance', 'On <b>Sunday</b>:\n- orders wait');
  const first = await list();
  expect(first.per_page).toBe(5);
  expect(first.total_count).toBe(6);
  expect(first.announcements.map(({ title }) => title)).toEqual([
    'Maintenance',
    'Number 5',
    'Number 4',
    'Number 3',
    'Number 2',
  ]);
  expect(first.announcements[0]?.formatted_content).toBe(
    '<p>On &lt;b&gt;Sunday&lt;/b&gt;:</p><ul><li>orders wait</li></ul>',
  );
  expect((await list('?page=2')).announcements.map(({ title }) => title)).toEqual(['Number 1']);
});

it('is taken back once; who does not run the installation does neither', async () => {
  const { id } = await announce('Wrong');
  const one = `/api/announcements/${String(id)}.json`;
  expect((await server.call('DELETE', one, { token: member })).status).toBe(403);
  expect((await server.call('DELETE', one, { token: admin })).status).toBe(200);
  expect((await server.call('DELETE', one, { token: admin })).status).toBe(404);
  expect((await list()).announcements.map(({ title }) => title)).not.toContain('Wrong');
  const refused = await server.call('POST', path, { token: admin, body: { announcement: { title: ' ' } } });
  expect(refused.body).toMatchObject({
    errors: { title: ['Title is required'], content: ['Content is required'] },
  });
});
