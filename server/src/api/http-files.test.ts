import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestContext, type TestContext } from '../testing/context.ts';
import { createTestServer, type TestServer } from '../testing/http.ts';

let ctx: TestContext;
let server: TestServer;
beforeAll(async () => {
  ctx = await createTestContext();
  server = await createTestServer(ctx);
});
afterAll(async () => {
  await server.close();
  await ctx.close();
});

const get = (url: string) => server.app.inject({ method: 'GET', url });

async function keep(bytes: string): Promise<string> {
  const key = ctx.files.newKey();
  await ctx.files.write(key, Buffer.from(bytes));
  return key;
}

it('a signed link opens its file for a quarter of an hour, and no other', async () => {
  const [key, other] = [await keep('one'), await keep('other')];
  const link = ctx.files.link(key, { mediaType: 'application/pdf', name: 'Chậm 标签.pdf' });
  const opened = await get(link);
  expect(opened.statusCode).toBe(200);
  expect(opened.body).toBe('one');
  expect(opened.headers).toMatchObject({
    'content-type': 'application/pdf',
    'cache-control': 'private, no-store',
    'x-frame-options': 'SAMEORIGIN',
    'content-disposition': `inline; filename*=UTF-8''${encodeURIComponent('Chậm 标签.pdf')}`,
  });
  expect((await get(link.replace(key, other))).statusCode).toBe(403);
  expect((await get(`/files/${key}`)).statusCode).toBe(403);
  expect((await get(`/files/${key}?sig=a.b`)).statusCode).toBe(403);
  ctx.clock.advance(15 * 60_000 + 1_000);
  expect((await get(link)).statusCode).toBe(403);
});

it('a link that has ended is answered in the language of the browser', async () => {
  const link = `/files/${await keep('label')}?sig=a.b`;
  const page = await get(link);
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(page.body).toContain('<html lang="en">');
  expect(page.body).toContain('<p>This link has ended. Open the file again where you found it.');
  const headers = { 'accept-language': 'zh-CN,zh;q=0.9,en;q=0.8' };
  const chinesePage = await server.app.inject({ method: 'GET', url: link, headers });
  expect(chinesePage.body).toContain('<html lang="zh-Hans">');
  expect(chinesePage.body).toContain('<p>此链接已失效。请回到原处重新打开文件。');
});

it('a page runs no scripts, and what a browser does not show is saved', async () => {
  const key = await keep('<p>label</p>');
  const page = await get(ctx.files.link(key, { mediaType: 'text/html', name: 'label.html' }));
  expect(page.headers['content-security-policy']).toContain("default-src 'none'");
  expect(page.headers['content-security-policy']).not.toContain('allow-scripts');
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
  const picture = await get(ctx.files.link(key, { mediaType: 'image/svg+xml', name: 'x.svg' }));
  expect(picture.headers['content-disposition']).toMatch(/^attachment/);
});

it('a removed file is gone, its link or not', async () => {
  const key = await keep('gone');
  const link = ctx.files.link(key, { mediaType: 'application/pdf', name: 'x.pdf' });
  await ctx.files.remove(key);
  await ctx.files.remove(key);
  expect((await get(link)).statusCode).toBe(404);
});
