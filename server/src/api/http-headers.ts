import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

export interface HeaderOptions {
  readonly publicUrl: string;
  /** The demo's product pictures come from the sandbox on this machine. */
  readonly isDemo: boolean;
  /** The address of the web analytics. */
  readonly pageTrackingUrl: string | null;
}

/** A value for one page's style elements. */
export function newNonce(): string {
  return randomBytes(16).toString('base64');
}

/** The content security policy; pages of the web carry a nonce for their style elements. */
export function contentSecurityPolicy(nonce: string | null, options: HeaderOptions): string {
  const pictures = options.isDemo ? ' http://127.0.0.1:* http://localhost:* http://*.localhost:*' : '';
  return [
    "default-src 'self'",
    "script-src 'self'",
    nonce === null ? "style-src 'self'" : `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data: https:${pictures}`,
    "font-src 'self' data:",
    options.pageTrackingUrl === null
      ? "connect-src 'self'"
      : `connect-src 'self' ${new URL(options.pageTrackingUrl).origin}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Headers that every answer carries, also one to an address that cannot be read. */
export function securityHeaders(options: HeaderOptions): Readonly<Record<string, string>> {
  return {
    'content-security-policy': contentSecurityPolicy(null, options),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(self), microphone=(), geolocation=(), payment=()',
    ...(options.publicUrl.startsWith('https:')
      ? // This host alone: what else runs beneath its name is not ours.
        { 'strict-transport-security': 'max-age=31536000' }
      : {}),
  };
}

/** Gives every answer of a route the headers. */
export function addSecurityHeaders(app: FastifyInstance, options: HeaderOptions): void {
  const fixed = securityHeaders(options);
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(fixed);
    done();
  });
}
