import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SandboxRequest } from '../core/simulator.ts';

const unsigned: ReadonlySet<string> = new Set(['sign', 'access_token', 'x-tts-access-token']);

/** The signature of a call: HMAC over path, sorted decoded parameters and the raw body, wrapped in the secret (tiktok.md 1.3). */
export function signCall(
  secret: string,
  path: string,
  parameters: Iterable<readonly [name: string, value: string]>,
  rawBody: Uint8Array | string,
): string {
  const signed = [...parameters]
    .filter(([name]) => !unsigned.has(name))
    .sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
    .map(([name, value]) => `${name}${value}`)
    .join('');
  return createHmac('sha256', secret)
    .update(`${secret}${path}${signed}`)
    .update(rawBody)
    .update(secret)
    .digest('hex');
}

/** What a request's signature must be. Uploads are signed without their body. */
export function expectedSign(secret: string, { url, headers, body }: SandboxRequest): string {
  const isUpload = (headers['content-type'] ?? '').startsWith('multipart/form-data');
  return signCall(secret, url.pathname, url.searchParams, isUpload ? '' : body);
}

/** The `Authorization` of a notice: HMAC over the app's key and the very bytes of the body (tiktok.md 7). */
export function signNotice(appKey: string, secret: string, body: string): string {
  return createHmac('sha256', secret).update(`${appKey}${body}`).digest('hex');
}

/** Compares in constant time. */
export function isSame(given: string, expected: string): boolean {
  return given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected));
}
