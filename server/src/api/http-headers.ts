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

/** Headers that every answer carries. */
export function addSecurityHeaders(app: FastifyInstance, options: HeaderOptions): void {
  const fixed: Record<string, string> = {
    'content-security-policy': contentSecurityPolicy(null, options),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
    ...(options.publicUrl.startsWith('https:')
      ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
      : {}),
  };
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(fixed);
  });
}
