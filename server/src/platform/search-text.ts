const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** A pattern for `ilike` that a text matches where it holds this one. */
export const partPattern = (text: string): string => `%${escaped(text)}%`;

/** A pattern for `ilike` that a text matches where it is this one, but for case. */
export const wholePattern = (text: string): string => escaped(text);

/** Whether a text has too few characters for an index of trigrams; indexes of `short_parts` find it. */
export const isShortText = (text: string): boolean => /^.{0,2}$/su.test(text);
