import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** HMAC-SHA256 as lower-case hex; the key and a text message are taken as UTF-8. */
export function hmacHex(key: string, message: string | Uint8Array): string {
  return createHmac('sha256', key).update(message).digest('hex');
}

/** HMAC-SHA256 as base64; the key and a text message are taken as UTF-8. */
export function hmacBase64(key: string, message: string | Uint8Array): string {
  return createHmac('sha256', key).update(message).digest('base64');
}

/** SHA-256 as lower-case hex: identifies a body, or several keys together. */
export function digest(message: string | Uint8Array): string {
  return createHash('sha256').update(message).digest('hex');
}

/** Compares signatures in constant time. */
export function sameSignature(expected: string, received: string): boolean {
  const left = Buffer.from(expected);
  const right = Buffer.from(received);
  return left.length === right.length && timingSafeEqual(left, right);
}
