import { useAppText } from '../../app/app.texts.ts';

const keys = ['emailRequired', 'emailInvalid', 'passwordRequired', 'passwordShort'] as const;

/** The text that says what the contract says in English of an entry; null where it has none. */
export function entryErrorKey(error: string): (typeof keys)[number] | null {
  return keys.find((key) => useAppText.english[key] === error) ?? null;
}
