import { useEntryText } from './entry.texts.ts';

const keys = ['emailRequired', 'emailInvalid', 'passwordRequired', 'passwordShort'] as const;

/** The text that says what the contract says in English of an entry; null where it has none. */
export function entryErrorKey(error: string): (typeof keys)[number] | null {
  return keys.find((key) => useEntryText.english[key] === error) ?? null;
}
