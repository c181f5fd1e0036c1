import { channelKind } from '@evenstock/contract/channels/channels';
import { z } from 'zod';
import { patchStep } from './patch.rules.ts';
import { isTextStep } from './text-patch.rules.ts';

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

/** What a seller does, by the record that an entry is of: the first is meant where an entry names none. */
export const corpusActs = {
  label: ['print'],
  ship: ['ship', 'set_ready', 'collect'],
  cancel: ['cancel', 'cancel_line'],
  answer: ['accept_cancellation', 'refuse_cancellation', 'accept_return', 'dispute_return'],
  push: ['push'],
  edit: ['price', 'rename', 'delist', 'relist', 'remove', 'boost'],
} as const;
export type ActedRecord = keyof typeof corpusActs;
export type CorpusAct = (typeof corpusActs)[ActedRecord][number];
const allActs = Object.values(corpusActs).flat();

const origin = z.strictObject({
  /** list: a vendor's list of fields, or what a public client reads. crossed: a field crossed with a class, met by nobody yet. */
  kind: z.enum(['recorded', 'sample', 'report', 'list', 'crossed']),
  where: z.string().min(1),
  /** The day on which it was looked at. */
  seen: z.iso.date(),
});

/** How an act ends. `effect`: what is found afterwards, with answers as documented; for a label, how its print ends then. */
const actResult = z.strictObject({
  outcome: z.enum(['done', 'ok', 'ready', 'pending', 'retry', 'stale', 'rejected', 'unknown']),
  code: z.string().optional(),
  mayPass: z.boolean().optional(),
  /** The type of a label that is ready; 'address' where it has one instead. */
  mediaType: z.string().optional(),
  effect: z.enum(['done', 'not_done', 'refused', 'not_yet_known', 'ready', 'retry', 'rejected']).optional(),
});
export type ActResult = z.infer<typeof actResult>;

const faultKinds = z.enum(['rejected', 'unauthorised', 'throttled', 'unavailable', 'unexpected']);

/**
 * What Evenstock must make of it, beside what it makes of the plain answer. `changes`: nothing but these fields, by their path, differs.
 * `aside`: the record is set aside with a reason. `lost`: the whole call ends with this fault. `refused`: a notice counts as forged.
 * `gone`: this number of records is not there, and nothing follows from it. `result`: of an act; `results`: of each line of a push.
 */
const outcome = z.union([
  z.strictObject({ changes: z.record(z.string(), z.json()) }),
  z.strictObject({ aside: z.literal(true) }),
  z.strictObject({ gone: z.int().positive() }),
  z.strictObject({ lost: faultKinds }),
  z.strictObject({ refused: z.literal(true) }),
  z.strictObject({ result: actResult }),
  z.strictObject({ results: z.array(actResult) }),
]);

/** One oddity: a patch on what the simulator answers or sends, so that ids, state and signatures stay whole. */
export const corpusEntry = z
  .strictObject({
    id: z.string().regex(/^[a-z0-9-]+$/),
    channel: channelKind,
    record: z.enum(corpusRecords),
    class: z.enum(oddityClasses),
    about: z.string().min(1),
    origin,
    /** The end of the vendor's name of the call; of a notice, its topic. */
    call: z.string().min(1),
    act: z.enum(allActs).optional(),
    /** Where the records are in the answer, and what one is known by, within it. Both are absent where the whole answer is odd. */
    records: z.string().optional(),
    key: z.string().optional(),
    /** The HTTP status of an answer that is odd as a whole; absent: as it was. */
    status: z.int().min(200).max(599).optional(),
    /** Headers of such an answer beside its own. */
    headers: z.record(z.string(), z.string()).optional(),
    patch: z.array(patchStep).default([]),
    /** The call does nothing, and this is its answer: a text as it is, anything else as JSON. */
    instead: z.json().optional(),
    /** How often it is drawn beside others of its call. */
    weight: z.number().positive().default(1),
    /** The rule that the outcome comes from. */
    rule: z.string().min(1),
    outcome,
  })
  .refine(
    ({ patch, instead }) => patch.length > 0 !== (instead !== undefined),
    'has either a patch or an answer instead',
  )
  .refine(
    ({ records, key }) => (records === undefined) === (key === undefined),
    'has both records and key, or neither',
  )
  .refine(
    ({ records, status, headers, instead, patch }) =>
      records === undefined ||
      (status === undefined && headers === undefined && instead === undefined && !patch.some(isTextStep)),
    'only an answer that is odd as a whole has a status, headers, steps of its text, or an answer instead',
  );
export type CorpusEntry = z.output<typeof corpusEntry>;
