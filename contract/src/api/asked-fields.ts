import { z } from 'zod';
import { messageOnWire } from '../messages/message.ts';
import { searchKey } from '../values/search-key.ts';

/** Something that a marketplace needs to know for an action; a person is asked for it. */
export const askedField = z.object({
  /** Its name in the call: `address_id`, `tracking_no` … */
  key: z.string(),
  label: z.string(),
  label_message: messageOnWire.optional(),
  /** `texts`: several of them. */
  kind: z.enum(['text', 'choice', 'texts']),
  required: z.boolean(),
  /** A regular expression that each text must match whole, and what to say when it does not. */
  pattern: z.object({ source: z.string(), message: z.string(), said: messageOnWire.optional() }).nullable(),
  /** `within`: offered only while the field that the choices depend on has this value; null: always. */
  choices: z.array(z.object({ value: z.string(), label: z.string(), within: z.string().nullable() })),
  /** The field that its choices depend on. */
  within: z.string().nullable(),
  /** What it begins with: what was answered last time. */
  initial: z.string().nullable(),
});
export type AskedField = z.infer<typeof askedField>;

export type Answer = string | readonly string[];
export type Answers = Readonly<Record<string, Answer | undefined>>;

type Question = Pick<AskedField, 'key' | 'required' | 'within'> & {
  readonly pattern: { readonly source: string } | null;
  readonly kind: AskedField['kind'];
  readonly choices: readonly AskedField['choices'][number][];
};

/** The choices that a field offers beside the other answers. */
export function choicesOf(
  field: Pick<Question, 'choices' | 'within'>,
  answers: Answers,
): readonly AskedField['choices'][number][] {
  const outer = field.within === null ? undefined : answers[field.within];
  return field.choices.filter(({ within }) => within === null || within === outer);
}

/** Fields whose answer is the number of a parcel. */
export const parcelNumbers: ReadonlySet<string> = new Set(['tracking_no', 'tracking_numbers']);

/** The number of a parcel without the blanks and invisible characters that pasting and scanning bring. */
export const parcelNumber = (text: string): string => searchKey(text).replace(/\s+/gu, '');

/**
 * The texts of an answer without spaces around them, and without those that are empty.
 * @param key the field that is answered; numbers of parcels have no blanks at all
 */
export function textsOf(answer: Answer | undefined, key = ''): string[] {
  const texts = answer === undefined ? [] : typeof answer === 'string' ? [answer] : answer;
  const clean = parcelNumbers.has(key) ? parcelNumber : (text: string) => text.trim();
  return texts.map(clean).filter((text) => text !== '');
}

/** What is wrong with the answer to a field; null: nothing. */
export function faultOf(field: Question, answers: Answers): 'missing' | 'mismatched' | 'not_offered' | null {
  const texts = textsOf(answers[field.key], field.key);
  if (texts.length === 0) return field.required ? 'missing' : null;
  if (field.kind === 'choice') {
    const offered = choicesOf(field, answers);
    return texts.every((text) => offered.some(({ value }) => value === text)) ? null : 'not_offered';
  }
  if (field.pattern === null) return null;
  const whole = new RegExp(`^(?:${field.pattern.source})$`, 'u');
  return texts.every((text) => whole.test(text)) ? null : 'mismatched';
}
