import { largestAttachment } from '@evenstock/contract/attachments';
import { message } from '@evenstock/contract/messages/message';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { invalid, type UploadedFile } from './routing.ts';

/** Room for the fields of a form beside its file. */
const FIELDS = 100_000;

/** Makes a part of the server take forms with one file. */
export async function takeForms(app: FastifyInstance): Promise<void> {
  const limits = { files: 1, fields: 10, fieldSize: 1_000, fileSize: largestAttachment };
  await app.register(multipart, { limits, throwFileSizeLimit: false });
}

/** The largest body of a form. */
export const formLimit = largestAttachment + FIELDS;

/**
 * Reads a form: its fields, and its file.
 * @throws Refusal 422 under 'file' for one that is too large
 */
export async function readForm(
  request: FastifyRequest,
): Promise<{ readonly body: Record<string, unknown>; readonly file: UploadedFile | null }> {
  if (!request.isMultipart()) return { body: {}, file: null };
  const body: Record<string, unknown> = {};
  let file: UploadedFile | null = null;
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      body[part.fieldname] = part.value;
      continue;
    }
    const bytes = await part.toBuffer();
    if (part.file.truncated)
      throw invalid('file', message('attachments.too_large', { megabytes: largestAttachment / 1_000_000 }));
    file = { name: part.filename, bytes };
  }
  return { body, file };
}
