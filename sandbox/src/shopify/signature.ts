import { createHmac } from 'node:crypto';

/** The text over which the query of an install or a return is signed: sorted `k=v` joined by `&`, without hmac and signature. */
export function queryText(query: Readonly<Record<string, string>>): string {
  return Object.keys(query)
    .filter((name) => name !== 'hmac' && name !== 'signature')
    .sort()
    .map((name) => `${encode(name)}=${encode(query[name] ?? '')}`)
    .join('&');
}

/** The `hmac` of a query: HMAC-SHA256 under the app's client secret, lower-case hex (shopify.md 1.2). */
export function queryHmac(secret: string, query: Readonly<Record<string, string>>): string {
  return createHmac('sha256', secret).update(queryText(query), 'utf8').digest('hex');
}

/** X-Shopify-Hmac-Sha256 of a delivery: base64 of HMAC-SHA256 over the body's bytes (shopify.md 1.3). */
export function webhookHmac(secret: string, body: string): string {
  return createHmac('sha256', secret).update(body, 'utf8').digest('base64');
}

/** URLSearchParams encoding, with `%20` for a space. */
function encode(text: string): string {
  return new URLSearchParams([['', text]]).toString().slice(1).replaceAll('+', '%20');
}
