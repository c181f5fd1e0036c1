import { createHmac, timingSafeEqual } from 'node:crypto';

/** The text that a caller signs: path, then name and value of every parameter in ASCII order of the names, then a raw body. */
export function textToSign(path: string, parameters: ReadonlyMap<string, string>, rawBody = ''): string {
  const names = [...parameters.keys()].filter((name) => name !== 'sign').sort(byAscii);
  return path + names.map((name) => name + (parameters.get(name) ?? '')).join('') + rawBody;
}

/** HMAC-SHA256 of a text under the app's secret, 64 upper-case hex digits (lazada.md 1.4). */
export function sign(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text, 'utf8').digest('hex').toUpperCase();
}

/**
 * Whether `signature` is right for the call, byte by byte. Vendor SDKs leave empty parameters out of the text and
 * other clients leave them in, so a call that carries an empty one may be signed either way.
 */
export function isSignedBy(
  secret: string,
  path: string,
  parameters: ReadonlyMap<string, string>,
  rawBody: string,
  signature: string,
): boolean {
  const filled = new Map([...parameters].filter(([, value]) => value !== ''));
  const texts = new Set([textToSign(path, parameters, rawBody), textToSign(path, filled, rawBody)]);
  return [...texts].some((text) => sameText(sign(secret, text), signature));
}

/** The Authorization header of a push message: HMAC-SHA256(secret, app key + raw body), lower-case hex (lazada.md 7). */
export function pushAuthorization(appKey: string, secret: string, rawBody: string): string {
  return createHmac('sha256', secret)
    .update(appKey + rawBody, 'utf8')
    .digest('hex');
}

function byAscii(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a, 'utf8'), Buffer.from(b, 'utf8'));
}

function sameText(a: string, b: string): boolean {
  const left = Buffer.from(a, 'utf8');
  const right = Buffer.from(b, 'utf8');
  return left.length === right.length && timingSafeEqual(left, right);
}
