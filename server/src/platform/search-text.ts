import { sql, type RawBuilder } from 'kysely';

const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** A pattern for `ilike` that a text matches where it holds this one. */
export const partPattern = (text: string): string => `%${escaped(text)}%`;

/** A pattern for `like` that a text of several lines matches if a line after its first one is this text. */
export const linePattern = (text: string): string => `%\n${escaped(text)}\n%`;

/** Whether a column that is stored in lower case contains a text in any case. Much faster than `ilike`, which lowers each row. */
export const holdsPart = (lowered: RawBuilder<unknown>, text: string): RawBuilder<unknown> =>
  sql`${lowered} like lower(${partPattern(text)})`;

/** Whether a text has too few characters for an index of trigrams; indexes of `short_parts` find it. */
export const isShortText = (text: string): boolean => /^.{0,2}$/su.test(text);
