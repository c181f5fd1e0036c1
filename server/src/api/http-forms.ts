import { largestAttachment } from '@evenstock/contract/attachments/attachments';
import type { Endpoint } from '@evenstock/contract/api/endpoint';
import { message } from '@evenstock/contract/messages/message';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { invalid, type UploadedFile } from './routing.ts';

/** Room for the fields of a form beside its file. */
const FIELDS = 100_000;

/** Makes a part of the server take forms with one file. */
export async function takeForms(app: FastifyInstance): Promise<void> {
  const limits = { files: 1, fields: 10, fieldSize: 1_000 };
  await app.register(multipart, { limits, throwFileSizeLimit: false });
}

/** The largest file that an endpoint takes, in bytes. */
const largestFileOf = ({ largestFile = largestAttachment }: Endpoint): number => largestFile;

/** The largest body of a form. */
export const formLimit = (endpoint: Endpoint): number => largestFileOf(endpoint) + FIELDS;

/**
 * Reads a form: its fields and its file. Reading stops at the size limit, and the answer closes the connection.
 * @throws Refusal 422 under 'file' if it is too large
 */
export async function readForm(
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint: Endpoint,
): Promise<{ readonly body: Record<string, unknown>; readonly file: UploadedFile | null }> {
  if (!request.isMultipart()) return { body: {}, file: null };
  const fileSize = largestFileOf(endpoint);
  const tooLarge = () => {
    void reply.header('connection', 'close');
    return invalid('file', message('attachments.too_large', { megabytes: fileSize / 1_000_000 }));
  };
  if (Number(request.headers['content-length'] ?? 0) > formLimit(endpoint)) throw tooLarge();
  const body: Record<string, unknown> = {};
  let file: UploadedFile | null = null;
  for await (const part of request.parts({ limits: { fileSize } })) {
    if (part.type === 'field') {
      body[part.fieldname] = part.value;
      continue;
    }
    const bytes = await part.toBuffer();
    if (part.file.truncated) throw tooLarge();
    file = { name: part.filename, bytes };
  }
  return { body, file };
}
