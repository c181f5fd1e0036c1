import { sql, type RawBuilder } from 'kysely';

const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** A pattern for `ilike` that a text matches where it holds this one. */
export const partPattern = (text: string): string => `%${escaped(text)}%`;

/** A pattern for `like` that a text of several lines matches if a line after its first one is this text. */
export const linePattern = (text: string): string => `%\n${escaped(text)}\n%`;

/** A pattern for `like` that a text of several lines matches if its first line is this text. */
export const firstLinePattern = (text: string): string => `${escaped(text)}\n%`;

/** Whether a column that is stored in lower case contains a text in any case. Much faster than `ilike`, which lowers each row. */
export const holdsPart = (lowered: RawBuilder<unknown>, text: string): RawBuilder<unknown> =>
  sql`${lowered} like lower(${partPattern(text)})`;

/** Whether a text has too few characters for an index of trigrams; indexes of `short_parts` find it. */
const isShortText = (text: string): boolean => /^.{0,2}$/su.test(text);

/**
 * A condition that an index answers. Every column that contains the text meets it. With `rare`, other columns may meet it. An index of
 * `short_parts` finds one or two characters, and an index of trigrams finds longer texts.
 * @param rare the pattern for the index, from `rareParts`; null: the index is read for the whole text
 */
export function mayHold(
  lowered: RawBuilder<unknown>,
  text: string,
  rare: string | null = null,
): RawBuilder<unknown> {
  if (isShortText(text)) return sql`short_parts(${lowered}) @> array[lower(${text})]`;
  return rare === null ? holdsPart(lowered, text) : sql`${lowered} like ${rare}`;
}

/** As `holdsPart`, but no index is read for it. */
const holdsPartOfRow = (lowered: RawBuilder<unknown>, text: string): RawBuilder<unknown> =>
  sql`textlike(${lowered}, lower(${partPattern(text)}))`;

/** As `holdsPart`, by the indexes that `mayHold` reads. */
export function isFound(
  lowered: RawBuilder<unknown>,
  text: string,
  rare: string | null = null,
): RawBuilder<unknown> {
  const candidate = mayHold(lowered, text, rare);
  if (rare === null || isShortText(text)) return candidate;
  return sql`(${candidate} and ${holdsPartOfRow(lowered, text)})`;
}
