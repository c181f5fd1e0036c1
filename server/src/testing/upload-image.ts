import type { Answer, TestServer } from './http.ts';

/** A picture of one pixel. */
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

interface SentImage {
  readonly bytes: Uint8Array;
  readonly name?: string;
  readonly type?: string;
}

/** The form that uploads a file. */
export function imageForm({ bytes, name = 'parcel.png', type = 'ImageAttachment' }: SentImage): FormData {
  const form = new FormData();
  form.set('type', type);
  form.set('file', new Blob([Buffer.from(bytes)]), name);
  return form;
}

/** Uploads a file through the router. `token` null: nobody is signed in. */
export function uploadImage(
  server: TestServer,
  { token, ...image }: SentImage & { readonly token: string | null },
): Promise<Answer> {
  const body = imageForm(image);
  return server.call('POST', '/api/attachments.json', { body, ...(token === null ? {} : { token }) });
}
