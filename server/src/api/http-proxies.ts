import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { isPrivate } from '../platform/network/networks.ts';

/**
 * Warns once of a proxy that is not trusted: every caller behind it then counts as one address, and shares its limits.
 * @param isTrusted whether a caller's address is taken from what this peer sends
 */
export function warnOfUntrustedProxy(
  app: FastifyInstance,
  isTrusted: (peer: string) => boolean,
  log: Logger,
): void {
  let hasWarned = false;
  app.addHook('onRequest', ({ headers, socket: { remoteAddress: peer } }, _reply, done) => {
    done();
    if (hasWarned || headers['x-forwarded-for'] === undefined || peer === undefined || isTrusted(peer))
      return;
    hasWarned = true;
    log.warn(
      // A public address may be a person's.
      { proxy: isPrivate(peer) ? peer : 'a public address' },
      'X-Forwarded-For from an address that is not trusted is ignored. If it is your proxy, name it in EVENSTOCK_TRUSTED_PROXIES: until then all who come through it share one limit of sign-ins.',
    );
  });
}
