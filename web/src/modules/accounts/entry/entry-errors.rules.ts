import { useEntryText } from './entry.texts.ts';

const keys = ['emailRequired', 'emailInvalid', 'passwordRequired', 'passwordShort'] as const;

/** The text key for a validation message of the contract; null if there is none. */
export function entryErrorKey(error: string): (typeof keys)[number] | null {
  return keys.find((key) => useEntryText.english[key] === error) ?? null;
}
