import { createHash, randomBytes } from 'node:crypto';

/** A token that nobody can guess; it exists only where it is sent to. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What the database keeps of a token. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
