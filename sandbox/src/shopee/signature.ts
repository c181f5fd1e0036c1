import { createHmac, timingSafeEqual } from 'node:crypto';

/** Base string of a call (Shopee 1.4): nothing between the parts. */
export function baseString(
  partnerId: string,
  path: string,
  timestamp: string,
  accessToken = '',
  ownerId = '',
): string {
  return `${partnerId}${path}${timestamp}${accessToken}${ownerId}`;
}

/** Lower-case hex HMAC-SHA256, key as UTF-8. */
export function sign(partnerKey: string, text: string): string {
  return createHmac('sha256', partnerKey).update(text, 'utf8').digest('hex');
}

/** Whether a signature is exactly the expected one, byte by byte. */
export function matches(given: string, expected: string): boolean {
  const one = Buffer.from(given);
  const other = Buffer.from(expected);
  return one.length === other.length && timingSafeEqual(one, other);
}

/** The `Authorization` of a push (Shopee 7): over the callback address as registered and the body's bytes. */
export function signPush(partnerKey: string, url: string, body: string): string {
  return sign(partnerKey, `${url}|${body}`);
}
