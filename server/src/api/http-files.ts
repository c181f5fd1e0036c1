import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Context } from '../context.ts';
import { FilesUnreachable } from '../platform/sealed-files.ts';

/** A file has no scripts, calls nobody, and is shown in frames of this program alone. */
const filePolicy = [
  'sandbox allow-same-origin allow-modals',
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "img-src 'self' data: https:",
  'font-src data:',
  "frame-ancestors 'self'",
].join('; ');

/** Kinds of files that a browser shows by itself; others are saved. */
const shown = /^(application\/pdf|text\/html|image\/(png|jpeg|gif|webp))$/;

/** `GET /files/{key}?sig=…`: files by signed links, without a session. */
export function addFiles(app: FastifyInstance, { files, log }: Pick<Context, 'files' | 'log'>): void {
  app.get<{ Params: { key: string }; Querystring: Record<string, unknown> }>(
    '/files/:key',
    async (request, reply) => {
      const { key } = request.params;
      const { sig } = request.query;
      const label = typeof sig === 'string' ? files.verifyLink(key, sig) : null;
      if (label === null)
        return refuse(reply, 403, 'This link has ended. Open the file again where you found it.');
      const bytes = await files.read(key).catch((error: unknown) => {
        if (!(error instanceof FilesUnreachable)) throw error;
        log.error({ err: error }, 'A file could not be read.');
        return 'unreachable' as const;
      });
      if (bytes === 'unreachable')
        return refuse(reply, 503, 'This file cannot be read just now. Try again in a minute.');
      if (bytes === null) return refuse(reply, 404, 'This file is no longer kept.');
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

const refuse = (reply: FastifyReply, status: 403 | 404 | 503, text: string): FastifyReply =>
  reply.code(status).type('text/plain; charset=utf-8').header('cache-control', 'no-store').send(text);
