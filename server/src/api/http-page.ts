import type { FastifyReply } from 'fastify';
import { escapeHtml } from '../platform/text/html.ts';
import { contentSecurityPolicy, newNonce } from './http-headers.ts';

const style = `
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 64rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .4rem .6rem; border-bottom: 1px solid #8884; }
pre, code { font: 14px/1.5 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
summary { cursor: pointer; }
`;

/** Sends a plain page of our own; `body` is HTML with escaped texts, `language` the tag of its `lang`. */
export function sendPage(reply: FastifyReply, title: string, body: string, language = 'en'): FastifyReply {
  const nonce = newNonce();
  return reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header(
      'content-security-policy',
      contentSecurityPolicy(nonce, { publicUrl: '', isDemo: false, pageTrackingUrl: null }),
    )
    .send(
      `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
        `<title>${escapeHtml(title)}</title><style nonce="${nonce}">${style}</style><main>${body}</main></html>`,
    );
}
