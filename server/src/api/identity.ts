import { notFound, type RecordName } from './routing.ts';

/** How a record is named in a path: digits only is an id, anything else a slug. */
export type Identity = { readonly id: number } | { readonly slug: string };

/**
 * Reads an id or slug from a path.
 * @param what what the path names, for the refusal
 * @throws Refusal 404 for a number that no id can have
 */
export function identityOf(text: string, what: RecordName): Identity {
  // PostgreSQL has no NUL in texts, so nothing is called by one.
  if (text.includes('\u0000')) throw notFound(what);
  if (!/^\d+$/.test(text)) return { slug: text };
  const id = Number(text);
  if (!Number.isSafeInteger(id)) throw notFound(what);
  return { id };
}
