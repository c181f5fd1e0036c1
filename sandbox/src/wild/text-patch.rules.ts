import { gunzipSync, gzipSync } from 'node:zlib';
import { z } from 'zod';

const isPattern = (source: string): boolean => {
  try {
    return new RegExp(source, 'gu').global;
  } catch {
    return false;
  }
};

/** Changes of an answer that is no JSON, or none any more. */
export const textSteps = [
  /** Each match becomes this; `$1` is its first group. */
  z.strictObject({
    op: z.literal('replace'),
    pattern: z.string().min(1).refine(isPattern, 'is no regular expression'),
    with: z.string(),
  }),
  /** The text comes in another encoding. */
  z.strictObject({
    op: z.literal('encode'),
    as: z.enum(['windows-1252', 'utf-16le', 'utf-8-bom']),
  }),
] as const;
export type TextStep = z.infer<(typeof textSteps)[number]>;

export const isTextStep = (step: { readonly op: string }): step is TextStep =>
  step.op === 'replace' || step.op === 'encode';

type Body = string | Uint8Array;

/** What windows-1252 has at 0x80 to 0x9F. */
const high = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ';

/** A body with these changes; null where they change nothing. One that is packed stays so. */
export function patchText(body: Body, steps: readonly TextStep[]): Body | null {
  const isPacked = typeof body !== 'string' && body[0] === 0x1f && body[1] === 0x8b;
  const bytes = isPacked ? gunzipSync(body) : body;
  const before = typeof bytes === 'string' ? bytes : new TextDecoder().decode(bytes);
  let text = before;
  let encoding: Extract<TextStep, { op: 'encode' }>['as'] | null = null;
  for (const step of steps) {
    if (step.op === 'encode') encoding = step.as;
    else text = text.replaceAll(new RegExp(step.pattern, 'gu'), step.with);
  }
  if (text === before && encoding === null) return null;
  if (encoding === null && typeof body === 'string') return text;
  const changed = encoding === null ? Buffer.from(text) : encoded(text, encoding);
  return isPacked ? gzipSync(changed) : changed;
}

function encoded(text: string, as: Extract<TextStep, { op: 'encode' }>['as']): Uint8Array {
  switch (as) {
    case 'utf-16le':
      return Buffer.from(`\uFEFF${text}`, 'utf16le');
    case 'utf-8-bom':
      return Buffer.from(`\uFEFF${text}`);
    case 'windows-1252':
      return Uint8Array.from(text, (letter) => {
        const place = high.indexOf(letter);
        const code = letter.codePointAt(0) ?? 0;
        return place >= 0 ? 0x80 + place : code < 0x80 || (code > 0x9f && code < 0x100) ? code : 0x3f;
      });
  }
}
