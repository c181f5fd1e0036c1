import { message, type Message } from '@evenstock/contract/messages/message';
import { spoken } from '@evenstock/contract/accounts/spoken';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { escapeHtml } from '../platform/text/html.ts';
import { FilesUnreachable } from '../platform/files/sealed-files.ts';
import { sendPage } from './http-page.ts';
import { readerLanguage } from './reader-language.ts';

/** A file has no scripts, calls nobody, and is shown in frames of this program alone. */
const filePolicy = [
  'sandbox allow-same-origin allow-modals',
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "img-src 'self' data: https:",
  'font-src data:',
  "frame-ancestors 'self'",
].join('; ');

/** Media types that a browser shows; others are saved. */
const shown = /^(application\/pdf|text\/html|image\/(png|jpeg|gif|webp))$/;

/** `GET /files/{key}?sig=…`: files by signed links, without a session. */
export function addFiles(app: FastifyInstance, { files, log }: Pick<Context, 'files' | 'log'>): void {
  app.get<{ Params: { key: string }; Querystring: Record<string, unknown> }>(
    '/files/:key',
    async (request, reply) => {
      const { key } = request.params;
      const { sig } = request.query;
      const label = typeof sig === 'string' ? files.verifyLink(key, sig) : null;
      if (label === null) return refuse(request, reply, 403, message('api.file_link_ended'));
      const bytes = await files.read(key).catch((error: unknown) => {
        if (!(error instanceof FilesUnreachable)) throw error;
        log.error({ err: error }, 'A file could not be read.');
        return 'unreachable' as const;
      });
      if (bytes === 'unreachable') return refuse(request, reply, 503, message('api.file_unreadable'));
      if (bytes === null) return refuse(request, reply, 404, message('api.file_gone'));
      const { mediaType, name } = label;
      const isShown = shown.test(mediaType);
      return reply
        .headers({
          'cache-control': 'private, no-store',
          // A browser's own viewer of PDFs does not work in a sandbox, and runs nothing of the page around it.
          'content-security-policy': mediaType === 'application/pdf' ? "frame-ancestors 'self'" : filePolicy,
          'x-frame-options': 'SAMEORIGIN',
          'referrer-policy': 'no-referrer',
          'content-disposition': `${isShown ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(name)}`,
        })
        .type(mediaType === 'text/html' ? 'text/html; charset=utf-8' : mediaType)
        .send(bytes);
    },
  );
}

/** Answers with a page in the reader's language: a signed link is opened without a session, by a person. */
function refuse(
  request: FastifyRequest,
  reply: FastifyReply,
  status: 403 | 404 | 503,
  reason: Message,
): FastifyReply {
  const { say, tag } = spoken[readerLanguage(request.headers['accept-language'])];
  const text = say(reason);
  return sendPage(reply.code(status), text, `<p>${escapeHtml(text)}`, tag);
}
