/** A pattern for `ilike` that a text matches where it holds this one. */
export const partPattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** Whether a text has too few characters for an index of trigrams; indexes of `short_parts` find it. */
export const isShortText = (text: string): boolean => /^.{0,2}$/su.test(text);
