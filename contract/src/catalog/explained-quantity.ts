import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { id, idOrSlug, instant, none } from '../api/fields.ts';
import { listingState, listingSync } from './listings.ts';
import { marketplaceBrief } from '../marketplaces/marketplaces.ts';
import { messagesOnWire } from '../messages/message.ts';
import { setPart } from './sets.ts';
import { storePath } from '../stores/stores.ts';

/**
 * The terms of a target, in this order. `ledger`: the quantity. `parts`: that of a set, the least that its parts allow.
 * `to_be_counted`: held back until a member has counted the SKU.
 * `safety`: kept back as safety stock, of a set also by what its parts keep back.
 * `kept_for_another`: beyond that, the last units of the SKU or of a part, which are kept for another marketplace.
 * `own_difference`: what this marketplace shows beyond its orders. `difference_elsewhere`: units missing at other marketplaces.
 * `below_zero`: a marketplace shows no less than 0. `forced`: forced to 0. `maximum`: the marketplace takes no more.
 * `campaign`: a campaign of the marketplace holds more.
 */
export const targetTerm = z.enum([
  'ledger',
  'parts',
  'to_be_counted',
  'safety',
  'kept_for_another',
  'own_difference',
  'difference_elsewhere',
  'below_zero',
  'forced',
  'maximum',
  'campaign',
]);

/**
 * What the number at a marketplace is made of. `last_known`: as it was written or read last. `orders_since`: its own orders after
 * that. `orders_unclear`: orders that may be part of the last known number already.
 */
export const shownTerm = z.enum(['last_known', 'orders_since', 'orders_unclear']);

/** A difference between what a marketplace showed and what its orders explain, in units. */
export const openDifference = z.object({
  /** From then on the reads are compared with what the marketplace was known to show. */
  since: instant,
  unexplained: z.number().int(),
  /** The part with a ledger entry of its own. */
  booked: z.number().int(),
  /** The part that the ledger has as the entry of another listing, which the same edit changed. */
  booked_elsewhere: z.number().int(),
  /** The part without a ledger entry. */
  open: z.number().int(),
  /** It becomes part of the quantity unless an order explains it; otherwise it is put back. */
  is_counted: z.boolean(),
  /** The orders that an order poll finds from then on decide it; null: another read comes first. */
  decided_after: instant.nullable(),
  /** Why it is not in the ledger yet. */
  reason_messages: messagesOnWire,
});

export const explainedListing = z.object({
  id,
  name: z.string(),
  sku: z.string().nullable(),
  state: listingState,
  marketplace: marketplaceBrief,
  sync: listingSync,
  /** They add up to `sync.target`; none while the marketplace shows no quantity, or the listing is deleted there. */
  target: z.array(z.object({ term: targetTerm, units: z.number().int() })),
  /** They add up to `quantity`; none while the marketplace shows no quantity. */
  shown: z.array(z.object({ term: shownTerm, units: z.number().int(), at: instant.nullable() })),
  /** What the marketplace shows. */
  quantity: z.number().int().nullable(),
  /** What the counted ones leave open adds up to the term `own_difference` or, below zero, `difference_elsewhere` of the others. */
  differences: z.array(openDifference),
});
export type ExplainedListing = z.infer<typeof explainedListing>;

/** A part of a set, and how many sets it allows. */
export const explainedPart = setPart.extend({ allows: z.number().int() });
export type ExplainedPart = z.infer<typeof explainedPart>;

export const explainQuantity = endpoint({
  name: 'explainQuantity',
  summary: 'Why a SKU has its quantity, and each of its listings the number that it shows',
  method: 'GET',
  path: '/api/stores/:storeId/variants/:variantId/explained_quantity.json',
  params: storePath.extend({ variantId: idOrSlug }),
  query: none,
  body: none,
  reply: z.object({
    explained_quantity: z.object({
      variant: z.object({ id, slug: z.string(), sku: z.string().nullable(), full_product_name: z.string() }),
      product: z.object({ slug: z.string() }),
      quantity: z.number().int(),
      /** All entries of the ledger: how many, and their sum, which is the quantity unless it is a set. */
      ledger: z.object({ entries: z.number().int(), sum: z.number().int() }),
      /** The parts of a set, the least first; the quantity is what the first allows. Empty: it is no set. */
      made_of: z.array(explainedPart),
      listings: z.array(explainedListing),
    }),
  }),
  permission: 'stock.view',
  audit: null,
});
