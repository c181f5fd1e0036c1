import { uploadAttachment } from '@evenstock/contract/attachments/attachments';
import { fieldErrors } from '@evenstock/contract/api/fields';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestContext, type TestContext } from '../../testing/context.ts';
import { createTestServer, type TestServer } from '../../testing/http.ts';
import { png, uploadImage } from '../../testing/upload-image.ts';

let ctx: TestContext;
let server: TestServer;
let token: string;

beforeAll(async () => {
  ctx = await createTestContext();
  server = await createTestServer(ctx);
  token = await server.signIn('seller@attachments.test');
});
afterAll(async () => {
  await server.close();
  await ctx.close();
});

const refusal = (answer: { readonly body: unknown }) => fieldErrors.parse(answer.body).errors;

describe('an attachment', () => {
  it('is opened by its link for 15 minutes, by no other link, and not by its number', async () => {
    const { body } = await uploadImage(server, { bytes: png, token });
    const { id, url } = uploadAttachment.reply.parse(body).attachment;
    const opened = await server.app.inject({ method: 'GET', url });
    expect(opened.statusCode).toBe(200);
    expect(opened.headers['content-type']).toBe('image/png');
    expect(opened.rawPayload.equals(png)).toBe(true);
    const [path = '', signature = ''] = url.split('?');
    const number = `/files/${String(id)}`;
    const other = `${path.slice(0, -12)}${'0'.repeat(12)}`;
    for (const wrong of [path, `${other}?${signature}`, `${number}?${signature}`, number, url.slice(0, -2)]) {
      expect((await server.app.inject({ method: 'GET', url: wrong })).statusCode).toBe(403);
    }
    ctx.clock.advance(15 * 60_000 + 1_000);
    expect((await server.app.inject({ method: 'GET', url })).statusCode).toBe(403);
  });

  it('is an image by its bytes, whatever it is called', async () => {
    const script = await uploadImage(server, { bytes: Buffer.from('<script>alert(1)</script>'), token });
    expect(script.status).toBe(422);
    expect(refusal(script)).toEqual({ file: ['Choose an image file (JPEG, PNG, GIF or WebP).'] });
    expect((await uploadImage(server, { bytes: png, name: 'parcel.txt', token })).status).toBe(200);
    expect((await uploadImage(server, { bytes: png, type: 'LinkAttachment', token })).status).toBe(422);
    expect((await uploadImage(server, { bytes: png, token: null })).status).toBe(401);
  });

  it('of more than 10 MB is refused', async () => {
    const bytes = Buffer.concat([png, Buffer.alloc(10_000_000)]);
    expect(refusal(await uploadImage(server, { bytes, token }))).toEqual({
      file: ['Choose a file of at most 10 MB.'],
    });
  });
});
