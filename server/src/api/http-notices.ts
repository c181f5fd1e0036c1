import type { FastifyInstance } from 'fastify';

/** A notice as it arrived, not yet believed. */
export interface IncomingNotice {
  readonly channel: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly rawBody: Uint8Array;
}

/** Verifies and stores a notice; the answer is the one that its sender accepts. */
export type NoticeReceiver = (
  notice: IncomingNotice,
) => Promise<{ readonly status: number; readonly body: string }>;

/** `POST /webhooks/{channel}`: signatures are over the bytes, so the body is not parsed. */
export function addNotices(app: FastifyInstance, receive: NoticeReceiver): void {
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) => {
      parsed(null, body);
    });
    scope.post<{ Params: { channel: string } }>('/webhooks/:channel', async (request, reply) => {
      const headers: Record<string, string | undefined> = {};
      for (const [name, value] of Object.entries(request.headers)) {
        headers[name] = Array.isArray(value) ? value.join(', ') : value;
      }
      const answer = await receive({
        channel: request.params.channel,
        headers,
        rawBody: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
      });
      return reply.code(answer.status).type('text/plain; charset=utf-8').send(answer.body);
    });
    done();
  });
}
