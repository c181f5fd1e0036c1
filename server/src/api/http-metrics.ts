import { createHash, timingSafeEqual } from 'node:crypto';
import { message } from '@evenstock/contract/messages/message';
import type { FastifyInstance } from 'fastify';
import { plainBody } from './http-errors.ts';
import type { AnsweredRequest } from './http-requests.ts';

/** The source of the figures for Prometheus. */
export interface MetricsSource {
  /** Bearer token required to read them. */
  readonly token: string;
  /** Counts an answered request. */
  readonly count: (request: AnsweredRequest) => void;
  readonly read: () => Promise<{ readonly type: string; readonly text: string }>;
}

/** `/metrics`: 404 without a source, 401 without its token. */
export function addMetrics(app: FastifyInstance, source: MetricsSource | null): void {
  app.get('/metrics', async (request, reply) => {
    if (source === null) return reply.code(404).send(plainBody(message('api.address_unknown')));
    if (!carries(request.headers.authorization, source.token)) {
      return reply
        .code(401)
        .header('www-authenticate', 'Bearer')
        .send(plainBody(message('api.metrics_token_missing')));
    }
    const { type, text } = await source.read();
    return reply.type(type).header('cache-control', 'no-store').send(text);
  });
}

/** Compares digests: they have equal lengths, and the time taken reveals nothing about the token. */
function carries(header: string | undefined, token: string): boolean {
  const [, given] = /^bearer +(.+)$/i.exec(header ?? '') ?? [];
  return given !== undefined && timingSafeEqual(digest(given), digest(token));
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
