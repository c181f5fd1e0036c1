import { createHash, randomBytes } from 'node:crypto';

/** Makes a random token of 32 bytes. Only its hash is stored. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The SHA-256 of a token, which is what the database stores. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
