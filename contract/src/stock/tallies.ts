import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { id, instant, listOf, money, none, paging, recordId } from '../api/fields.ts';
import { fault } from '../messages/message.ts';
import { massAction } from '../operations/operations.ts';
import { storePath } from '../stores/stores.ts';
import { searchKey } from '../values/search-key.ts';

/*
 * Tallies: units that members scan or type, several members at once. A count says how many of a SKU there are; a receipt says how many
 * came. Nothing changes before a tally is applied.
 */

export const tallyKind = z.enum(['count', 'receipt']);
export type TallyKind = z.infer<typeof tallyKind>;
export const tallyState = z.enum(['open', 'applied', 'discarded']);
export type TallyState = z.infer<typeof tallyState>;

/** Scans that are sent at once, at most. */
export const mostScans = 100;
/** Units of one scan, at most. */
export const mostScanned = 1_000_000;
/** SKUs that a count can be started with, at most. */
export const mostChosen = 10_000;
/** Codes without a SKU that a tally names, at most. */
export const mostCodesShown = 50;
export const longestReference = 100;
export const longestTallyNote = 200;

const member = z.object({ id, email: z.string() }).nullable();

const scannedVariant = z.object({
  id,
  slug: z.string(),
  sku: z.string().nullable(),
  full_product_name: z.string(),
  product_slug: z.string(),
  is_set: z.boolean(),
});
export type ScannedVariant = z.infer<typeof scannedVariant>;

const tallyBrief = z.object({
  id,
  kind: tallyKind,
  state: tallyState,
  /** What the goods came with: the number of a delivery note. */
  reference: z.string().nullable(),
  note: z.string().nullable(),
  created_at: instant,
  created_by: member,
  /** When it was applied or discarded. */
  closed_at: instant.nullable(),
  closed_by: member,
});

export const tallyRow = tallyBrief.extend({
  /** When it was scanned last. */
  scanned_at: instant.nullable(),
});
export type TallyRow = z.infer<typeof tallyRow>;

/** A code that was scanned and is of no SKU, of several, or of a set. It waits until a member chooses the SKU, or dismisses it. */
export const tallyCode = z.object({
  code: z.string(),
  units: z.number().int(),
  /** The SKUs that have it now; sets cannot be chosen. */
  candidates: z.array(scannedVariant),
});
export type TallyCode = z.infer<typeof tallyCode>;

export const tally = tallyBrief.extend({
  /** The operation that applies it; null once that is not kept any more. */
  operation_id: id.nullable(),
  /** Grows with each change of what was scanned. */
  revision: z.number().int(),
  /** SKUs that were scanned, and their units. */
  skus: z.number().int(),
  units: z.number().int(),
  /** SKUs that were chosen for the count and not counted. */
  uncounted: z.number().int(),
  /** SKUs that were counted otherwise than expected. */
  different: z.number().int(),
  /** SKUs that were changed since they were counted: they will not be changed by this count. */
  changed: z.number().int(),
  /** What the differences are worth, by currency, in the major unit. SKUs without a price are left out. */
  worth: z.array(z.object({ currency: z.string(), amount: money })),
  /** How many codes wait. The first of them are named in `codes`. */
  codes_count: z.number().int(),
  codes: z.array(tallyCode),
});
export type Tally = z.infer<typeof tally>;

export const tallyLine = z.object({
  variant: scannedVariant,
  /** Units that were scanned; null: it was chosen, and not counted. */
  units: z.number().int().nullable(),
  scanned_at: instant.nullable(),
  /** What the ledger had when it was counted; of a SKU that was not counted, what it has now. */
  expected: z.number().int(),
  now: z.number().int(),
  /** What the quantity becomes once the tally is applied: what was sold since the count stays sold. */
  then: z.number().int(),
  /** Somebody adjusted, merged or counted it since, or edited it on a marketplace: it will not be changed. */
  is_changed: z.boolean(),
  /** The lowest price of its live listings; null: it has none. */
  price: z.object({ currency: z.string(), amount: money }).nullable(),
});
export type TallyLine = z.infer<typeof tallyLine>;

const tallyPath = storePath.extend({ tallyId: recordId });
const tallyReply = z.object({ tally });

export const listTallies = endpoint({
  name: 'listTallies',
  summary: 'Stock counts and receipts of a store, open ones first, then the newest',
  method: 'GET',
  path: '/api/stores/:storeId/stock_tallies.json',
  params: storePath,
  query: z.object({
    ...paging,
    q: z.object({ kind_eq: tallyKind.optional(), state_eq: tallyState.optional() }).strict().optional(),
  }),
  body: none,
  reply: listOf('tallies', tallyRow),
  permission: 'stock.view',
  audit: null,
});

const optionalText = (most: number) =>
  z
    .string()
    .trim()
    .max(most, fault('tallies.text_too_long', { most }))
    .transform((text) => (text === '' ? null : text))
    .nullish();

export const startTally = endpoint({
  name: 'startTally',
  summary: 'Start a stock count, of chosen SKUs or of what is there, or a receipt of goods',
  method: 'POST',
  path: '/api/stores/:storeId/stock_tallies.json',
  params: storePath,
  query: none,
  body: z.object({
    tally: z.object({
      kind: tallyKind,
      /** One value for each press of the button: the same value starts one tally. */
      key: z.uuid(),
      reference: optionalText(longestReference),
      note: optionalText(longestTallyNote),
      /** Of a count: the SKUs that are to be counted. */
      variant_ids: z.array(recordId).max(mostChosen).default([]),
    }),
  }),
  reply: tallyReply,
  permission: 'stock.work',
  audit: 'stock_tally.create',
});

export const showTally = endpoint({
  name: 'showTally',
  summary: 'A stock count or a receipt, with what was scanned in all and the codes that wait',
  method: 'GET',
  path: '/api/stores/:storeId/stock_tallies/:tallyId.json',
  params: tallyPath,
  query: none,
  body: none,
  reply: tallyReply,
  permission: 'stock.view',
  audit: null,
});

/** all: what was scanned last first. different: the largest differences first. */
export const tallyLinesShown = z.enum(['all', 'different', 'uncounted', 'changed']);
export type TallyLinesShown = z.infer<typeof tallyLinesShown>;

export const listTallyLines = endpoint({
  name: 'listTallyLines',
  summary: 'The SKUs of a stock count or a receipt, with what each was and becomes',
  method: 'GET',
  path: '/api/stores/:storeId/stock_tallies/:tallyId/lines.json',
  params: tallyPath,
  query: z.object({
    ...paging,
    q: z.object({ shown_eq: tallyLinesShown.optional() }).strict().optional(),
  }),
  body: none,
  reply: listOf('lines', tallyLine),
  permission: 'stock.view',
  audit: null,
});

const unitsRange = fault('tallies.units_range', { most: mostScanned });

/** A scan, or a number that was typed. */
export const scan = z
  .object({
    /** Made where it was scanned: a scan that is sent again counts once. */
    key: z.uuid(),
    /** What was scanned; null where the SKU was chosen from a list. */
    code: z
      .string()
      .max(255)
      .transform(searchKey)
      .pipe(z.string().min(1, fault('tallies.code_required')))
      .nullable(),
    /** The SKU, where it was chosen from a list. */
    variant_id: recordId.nullable(),
    /** Units to add; with `is_total`, how many there are in all; null with `is_total`: it was not counted. */
    units: z.number().int().min(0, unitsRange).max(mostScanned, unitsRange).nullable(),
    /** What was scanned of the SKU before does not count any more. */
    is_total: z.boolean(),
    /** How long ago it was scanned, in milliseconds: the clocks of telephones are wrong. */
    age_ms: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
  })
  .refine(({ code, variant_id: chosen }) => code !== null || chosen !== null, {
    path: ['code'],
    error: fault('tallies.code_required'),
  })
  .refine(({ variant_id: chosen, is_total: isTotal }) => !isTotal || chosen !== null, {
    path: ['variant_id'],
    error: fault('tallies.total_of_sku'),
  })
  .refine(({ units, is_total: isTotal }) => isTotal || (units !== null && units > 0), {
    path: ['units'],
    error: unitsRange,
  });
export type Scan = z.output<typeof scan>;

/**
 * added: it counts. no_sku, shared: it waits as a code, as no SKU or several have it. set: a set has no units of its own; it waits as a
 * code too, if a code was scanned. closed: the tally was applied or discarded before it came; it counts nowhere.
 */
export const scanOutcome = z.enum(['added', 'no_sku', 'shared', 'set', 'closed']);
export type ScanOutcome = z.infer<typeof scanOutcome>;

export const recordScans = endpoint({
  name: 'recordScans',
  summary: 'Add scans to a stock count or a receipt, each once by its key, and say what became of each',
  method: 'POST',
  path: '/api/stores/:storeId/stock_tallies/:tallyId/scans.json',
  params: tallyPath,
  query: none,
  body: z.object({ scans: z.array(scan).min(1).max(mostScans) }),
  reply: z.object({
    results: z.array(
      z.object({
        key: z.uuid(),
        outcome: scanOutcome,
        variant: scannedVariant.nullable(),
        /** Units of the SKU in the tally, after all of these scans. */
        units: z.number().int().nullable(),
      }),
    ),
  }),
  permission: 'stock.work',
  audit: null,
});
export type ScanResult = z.infer<typeof recordScans.reply>['results'][number];

export const resolveTallyCode = endpoint({
  name: 'resolveTallyCode',
  summary: 'Say which SKU the scans of a code are of, or dismiss them',
  method: 'POST',
  path: '/api/stores/:storeId/stock_tallies/:tallyId/codes.json',
  params: tallyPath,
  query: none,
  body: z.object({
    /** `variant_id` null: its scans are dismissed. */
    code: z.object({ code: z.string().min(1).max(255), variant_id: recordId.nullable() }),
  }),
  reply: tallyReply,
  permission: 'stock.work',
  audit: null,
});

export const applyTally = endpoint({
  name: 'applyTally',
  summary: 'Apply a stock count or a receipt to the quantities, in the background, once',
  method: 'POST',
  path: '/api/stores/:storeId/stock_tallies/:tallyId/apply.json',
  params: tallyPath,
  query: none,
  body: z.object({
    apply: z.object({
      /** The revision that was reviewed: refused with 409 where something was scanned since. */
      revision: z.number().int(),
      /** Sets the chosen SKUs that were not counted to 0: how many the caller knows of. Null: they are left as they are. */
      zero_uncounted: z.number().int().min(1).nullable(),
    }),
  }),
  reply: z.object({ mass_action: massAction }),
  permission: 'stock.work',
  audit: 'stock_tally.apply',
});

export const discardTally = endpoint({
  name: 'discardTally',
  summary: 'Discard a stock count or a receipt: it changes nothing',
  method: 'POST',
  path: '/api/stores/:storeId/stock_tallies/:tallyId/discard.json',
  params: tallyPath,
  query: none,
  body: none,
  reply: tallyReply,
  permission: 'stock.work',
  audit: 'stock_tally.discard',
});
