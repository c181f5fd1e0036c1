import { channelKind } from '@evenstock/contract/channels/channels';
import { z } from 'zod';
import { patchStep } from './patch.rules.ts';

/** Classes of oddities that others have met. */
export const oddityClasses = [
  'missing',
  'null',
  'blank',
  'number_as_text',
  'text_as_number',
  'extra_key',
  'unknown_value',
  'repeated',
  'odd_time',
  'odd_amount',
  'long_id',
  'script',
  'long_text',
  'masked',
  'several',
  'short',
  'sums',
  'refusal',
  'lying_success',
  'encoding',
] as const;

/**
 * What is answered: records of lists, files and notices; then calls. `report`: listings, orders or stock that come as a file.
 * `form`: choices for shipping, cancelling and answering. `answer`: to a cancellation or a return. `push`: a written quantity.
 */
export const corpusRecords = [
  'listing',
  'stock',
  'order',
  'return',
  'report',
  'notice',
  'connect',
  'token',
  'form',
  'label',
  'ship',
  'cancel',
  'answer',
  'push',
  'edit',
] as const;
export type CorpusRecord = (typeof corpusRecords)[number];

const origin = z.strictObject({
  /** list: a vendor's list of fields. crossed: a field crossed with a class, met by nobody yet. */
  kind: z.enum(['recorded', 'sample', 'report', 'list', 'crossed']),
  where: z.string().min(1),
  /** The day on which it was looked at. */
  seen: z.iso.date(),
});

/**
 * What Evenstock must make of it, beside what it makes of the plain answer. `changes`: nothing but these fields, by their path, differs.
 * `aside`: the record is set aside with a reason. `lost`: the whole call ends with this fault.
 */
const outcome = z.union([
  z.strictObject({ changes: z.record(z.string(), z.json()) }),
  z.strictObject({ aside: z.literal(true) }),
  z.strictObject({ lost: z.enum(['rejected', 'unauthorised', 'throttled', 'unavailable', 'unexpected']) }),
]);

/** One oddity: a patch on what the simulator answers, so that ids, state and signatures stay whole. */
export const corpusEntry = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]+$/),
  channel: channelKind,
  record: z.enum(corpusRecords),
  class: z.enum(oddityClasses),
  about: z.string().min(1),
  origin,
  /** The end of the vendor's name of the call. */
  call: z.string().min(1),
  /** Where the records are in the answer, and what one is known by, within it. Both are absent where the whole answer is odd. */
  records: z.string().optional(),
  key: z.string().optional(),
  /** The HTTP status of an answer that is odd as a whole; absent: as it was. */
  status: z.int().min(200).max(599).optional(),
  patch: z.array(patchStep).min(1),
  /** How often it is drawn beside others of its call. */
  weight: z.number().positive().default(1),
  /** The rule that the outcome comes from. */
  rule: z.string().min(1),
  outcome,
});
export type CorpusEntry = z.output<typeof corpusEntry>;
