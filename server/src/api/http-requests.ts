import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';

/** A request that was answered, without anything that its caller wrote. */
export interface AnsweredRequest {
  readonly method: string;
  /** The pattern of its address; `none` where nothing is there. */
  readonly route: string;
  readonly status: number;
  readonly milliseconds: number;
  /** It was kept open, so how long it took says nothing. */
  readonly isStream: boolean;
}

/**
 * Logs one line for each answered request of the API and of marketplaces, and counts all.
 * @param count null: nobody counts
 */
export function followRequests(
  app: FastifyInstance,
  log: Logger,
  count: ((request: AnsweredRequest) => void) | null,
): void {
  app.decorateRequest('reference', null);
  app.addHook('onResponse', (request, reply, done) => {
    const answered: AnsweredRequest = {
      ...addressed(request),
      status: reply.statusCode,
      milliseconds: Math.round(reply.elapsedTime * 10) / 10,
      isStream: request.routeOptions.config.endpoint?.kind === 'events',
    };
    count?.(answered);
    if (isLogged(answered.route)) {
      const { isStream: _isStream, ...line } = answered;
      log.info(
        { ...line, ...(request.reference === null ? {} : { reference: request.reference }) },
        'answered',
      );
    }
    done();
  });
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Names the fault of its answer, as the answer does. */
    reference: string | null;
  }
}

/** An address that nobody serves may hold anything, and so may its method. */
function addressed(request: FastifyRequest): { readonly method: string; readonly route: string } {
  const { url } = request.routeOptions;
  return url === undefined ? { method: 'any', route: 'none' } : { method: request.method, route: url };
}

const isLogged = (route: string): boolean => /^\/(api|webhooks)\//.test(route);
