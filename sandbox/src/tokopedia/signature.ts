import { createHmac } from 'node:crypto';

/** `Authorization-Hmac` of a notice: lower-case hex HMAC-SHA256 of the raw body (tokopedia.md 7). */
export function hmacOf(secret: string, body: string): string {
  return createHmac('sha256', secret).update(body).digest('hex');
}
