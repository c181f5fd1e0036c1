import { z } from 'zod';
import { invalidInput } from './reply.ts';

const tokenBody = z.tuple([z.int().min(0), z.string()]);

/** A token for the page that begins at an offset, good only for the same question. */
export function pageToken(offset: number, question: string): string {
  return Buffer.from(JSON.stringify([offset, question])).toString('base64url');
}

/** The offset of a token, 0 without one. Throws Failure 400 for a token of something else. */
export function readPageToken(token: string | null, question: string): number {
  if (token === null) return 0;
  const read = readToken(token, tokenBody);
  if (read?.[1] !== question) throw invalidInput('The page token is invalid for this request.');
  return read[0];
}

/** What a token holds, null if it is none of this kind. */
export function readToken<T>(token: string, schema: z.ZodType<T>): T | null {
  try {
    return schema.safeParse(JSON.parse(Buffer.from(token, 'base64url').toString('utf8'))).data ?? null;
  } catch {
    return null;
  }
}
