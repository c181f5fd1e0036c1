import type { Offer, Shop } from '../../core/shop.ts';
import type { Core } from '../../core/simulator.ts';
import {
  AttributeFault,
  attributesOf,
  isOwnStock,
  offerAttributes,
  patched,
  listingChangeOf,
  type Attributes,
  type ListingChange,
} from './attributes.ts';
import { productType, titleOf } from './listing-views.ts';
import type { AmazonRecords } from '../protocol/records.ts';
import type { Submission } from './submission-records.ts';

type Change = Extract<Submission, { kind: 'change' }>;

export interface SubmissionIssue {
  readonly code: string;
  readonly message: string;
  readonly severity: 'ERROR';
  readonly categories: readonly string[];
  readonly attributeNames?: readonly string[];
}

/** Why a submission is INVALID; empty when it is good. */
export function issuesWith(
  core: Core,
  records: AmazonRecords,
  shop: Shop,
  submission: Submission,
): SubmissionIssue[] {
  const [offer] = shop.offersOf(submission.sku);
  if (offer === undefined)
    return [issue('13013', 'sku', `We are unable to find SKU '${submission.sku}' in your inventory.`)];
  if (submission.kind === 'delete') return [];
  const found = productTypeIssue(submission) ?? offerIssue(offer, submission);
  if (found !== null) return [found];
  try {
    changeOf(core, records, shop, offer, submission);
    return [];
  } catch (error) {
    if (error instanceof AttributeFault)
      return [issue('90111', error.attribute, error.message, error.category)];
    throw error;
  }
}

/** The product type is the listing's own, or PRODUCT for the offer alone. */
function productTypeIssue(submission: Change): SubmissionIssue | null {
  const { productType: given, patches } = submission;
  if (given === productType) return null;
  if (given !== 'PRODUCT')
    return issue('90244', 'product_type', `The product type '${given}' is not that of the listing.`);
  const beyond = patches.find(({ attribute }) => !offerAttributes.has(attribute))?.attribute;
  if (beyond === undefined) return null;
  return issue('90000900', beyond, `'${beyond}' cannot be changed with the product type PRODUCT.`);
}

function offerIssue(offer: Offer, { patches }: Change): SubmissionIssue | null {
  if (offer.variant.locked)
    return issue('18540', 'purchasable_offer', 'The offer takes part in a running promotion and cannot be changed until it has ended.'); // oxfmt-ignore
  const name = 'fulfillment_availability';
  if (isOwnStock(offer) || !patches.some(({ attribute }) => attribute === name)) return null;
  return issue('90057', name, 'Quantities of stock that Amazon fulfils cannot be set here.');
}

function issue(
  code: string,
  attribute: string,
  message: string,
  category = 'INVALID_ATTRIBUTE',
): SubmissionIssue {
  return { code, message, severity: 'ERROR', categories: [category], attributeNames: [attribute] };
}

/** A listing's attributes after a submission, and the listing's values then. Throws AttributeFault. */
export function changeOf(
  core: Core,
  records: AmazonRecords,
  shop: Shop,
  offer: Offer,
  submission: Change,
): { readonly after: Attributes; readonly change: ListingChange } {
  const before = attributesOf(records, shop, offer, titleOf(records, shop, offer), core.clock.now());
  const after = submission.patches.reduce<Attributes>(
    (attributes, patch) => ({
      ...attributes,
      [patch.attribute]: patched(patch.attribute, attributes[patch.attribute] ?? [], patch),
    }),
    before,
  );
  return { after, change: listingChangeOf(after, isOwnStock(offer), core.clock.now()) };
}
