import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

/** What Prometheus reads. */
export interface MetricsSource {
  /** Whoever brings it as bearer token may read. */
  readonly token: string;
  readonly read: () => Promise<{ readonly type: string; readonly text: string }>;
}

/** `/metrics`: 404 without a source, 401 for whoever does not bring its token. */
export function addMetrics(app: FastifyInstance, source: MetricsSource | null): void {
  app.get('/metrics', async (request, reply) => {
    if (source === null) return reply.code(404).send({ error: 'This address does not exist.' });
    if (!brings(request.headers.authorization, source.token)) {
      return reply.code(401).header('www-authenticate', 'Bearer').send({ error: 'Bring the metrics token.' });
    }
    const { type, text } = await source.read();
    return reply.type(type).header('cache-control', 'no-store').send(text);
  });
}

/** Digests are compared: they have one length, and the time taken tells nothing about the token. */
function brings(header: string | undefined, token: string): boolean {
  const [, given] = /^bearer +(.+)$/i.exec(header ?? '') ?? [];
  return given !== undefined && timingSafeEqual(digest(given), digest(token));
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
