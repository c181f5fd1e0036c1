import { attributeValue, patchOperation, type Submission } from './submission-records.ts';
import { z } from 'zod';
import { createRandom } from '../../core/random.ts';
import type { Offer, Shop } from '../../core/shop.ts';
import type { Core } from '../../core/simulator.ts';
import { saleBoundaries, listingChangeOf, type Attributes, type ListingChange } from './attributes.ts';
import type { AmazonRecords } from '../protocol/records.ts';
import { invalidInput } from '../protocol/reply.ts';
import { site } from '../protocol/site.ts';
import type { SpCall } from '../protocol/sp-call.ts';
import { changeOf, issuesWith } from './submission-checks.ts';

/** Seconds from ACCEPTED until a submission shows (amazon-sg.md 3.2: minutes). */
const settleSeconds = 5;
export const submissionTask = 'submission';
export const saleTask = 'sale';
const patchRequest = z.object({ productType: z.string().min(1), patches: z.array(patchOperation).min(1) });
const putRequest = z.object({
  productType: z.string().min(1),
  requirements: z.enum(['LISTING', 'LISTING_PRODUCT_ONLY', 'LISTING_OFFER_ONLY']).optional(),
  attributes: z.record(z.string(), attributeValue),
});

/** `PATCH /listings/2021-08-01/items/{sellerId}/{sku}` (amazon-sg.md 3.2). */
export function patchListingsItem(call: SpCall): object {
  checkAddress(call);
  const request = call.body(patchRequest);
  const patches = request.patches.map(readPatch);
  return answer(call, { kind: 'change', sku: call.part('sku'), productType: request.productType, patches });
}

/** `PUT …`: every attribute that is given replaces what was there. A SKU is not made by it here: the seller lists by hand. */
export function putListingsItem(call: SpCall): object {
  checkAddress(call);
  const request = call.body(putRequest);
  const patches = Object.entries(request.attributes).map(([attribute, given]) => ({
    op: 'replace' as const,
    attribute,
    value: given,
  }));
  return answer(call, { kind: 'change', sku: call.part('sku'), productType: request.productType, patches });
}

/** `DELETE …`: removes the offer and the listing's data. */
export function deleteListingsItem(call: SpCall): object {
  checkAddress(call);
  return answer(call, { kind: 'delete', sku: call.part('sku') });
}

function checkAddress(call: SpCall): void {
  call.mustBeOwn(call.part('sellerId'));
  call.mustBeHere(call.list('marketplaceIds'));
}

/** Only top-level attributes can be patched. Throws Failure 400 for another path. */
export function readPatch(patch: z.infer<typeof patchOperation>): {
  op: 'add' | 'replace' | 'merge' | 'delete';
  attribute: string;
  value: Record<string, unknown>[];
} {
  const attribute = /^\/attributes\/([^/]+)$/.exec(patch.path)?.[1];
  if (attribute === undefined)
    throw invalidInput(`Invalid patch path '${patch.path}': only top-level attributes can be patched.`);
  if (patch.value === undefined) throw invalidInput(`The patch of '${patch.path}' needs a value.`);
  return { op: patch.op, attribute, value: patch.value };
}

/** HTTP 200 whatever becomes of it: VALID or INVALID for a preview, else ACCEPTED or INVALID. */
function answer(call: SpCall, submission: Submission): object {
  const isPreview = call.choice('mode', ['VALIDATION_PREVIEW']) !== null;
  const included = call.list('includedData', Infinity, ['identifiers', 'issues']);
  if (included.includes('identifiers') && !isPreview)
    throw invalidInput("'identifiers' can only be requested when 'mode' is VALIDATION_PREVIEW.");
  const issues = issuesWith(call.core, call.records, call.shop, submission);
  const isGood = issues.length === 0;
  if (isGood && !isPreview) submitLater(call.core, call.shop, submission);
  const asin = call.shop.offersOf(submission.sku)[0]?.variant.id;
  return {
    sku: submission.sku,
    status: !isGood ? 'INVALID' : isPreview ? 'VALID' : 'ACCEPTED',
    submissionId: newSubmissionId(call.core, call.shop),
    issues,
    ...(included.includes('identifiers') && asin !== undefined
      ? { identifiers: [{ marketplaceId: site.marketplaceId, asin }] }
      : {}),
  };
}

/** Accepted: it takes effect a few seconds later, in the order in which submissions came. */
function submitLater(core: Core, shop: Shop, submission: Submission): void {
  core.schedule(shop, core.clock.now() + settleSeconds * 1000, submissionTask, JSON.stringify(submission));
}

/** A submission takes effect; nothing happens if the listing has changed so that it is impossible. */
export function settle(core: Core, records: AmazonRecords, shop: Shop, submission: Submission): void {
  const [offer] = shop.offersOf(submission.sku);
  if (offer === undefined || issuesWith(core, records, shop, submission).length > 0) return;
  if (submission.kind === 'delete') {
    remove(shop, offer);
    return;
  }
  const named = new Set(submission.patches.map(({ attribute }) => attribute));
  const { after, change } = changeOf(core, records, shop, offer, submission);
  keepBeside(records, shop, offer, named, after);
  if (named.has('fulfillment_availability') && change.quantity !== null)
    shop.setStock(
      offer,
      { sellable: change.quantity, reserved: Math.min(offer.variant.stock.reserved, change.quantity) },
      'api',
    );
  if (named.has('purchasable_offer')) {
    setOffer(records, shop, offer, change.offer);
    for (const instant of saleBoundaries(after['purchasable_offer'] ?? [], core.clock.now()))
      core.schedule(shop, instant, saleTask, submission.sku);
  }
  if (named.has('item_name') || named.has('product_description'))
    setTexts(records, shop, offer, named, change);
}

/** A sale that was sent begins or ends. */
export function turnSale(core: Core, records: AmazonRecords, shop: Shop, sku: string): void {
  const [offer] = shop.offersOf(sku);
  if (offer === undefined) return;
  const { attributes } = records.listingNotes(shop, offer.variant.id);
  const specialPrice = listingChangeOf(attributes, false, core.clock.now()).offer?.specialPrice ?? null;
  if (specialPrice === offer.variant.specialPrice) return;
  offer.variant.specialPrice = specialPrice;
  shop.itemChanged(offer.item);
}

function keepBeside(
  records: AmazonRecords,
  shop: Shop,
  { variant }: Offer,
  named: ReadonlySet<string>,
  after: Attributes,
): void {
  const notes = records.listingNotes(shop, variant.id);
  const kept = { ...notes.attributes };
  for (const name of named) kept[name] = (after[name] ?? []).map((one) => ({ ...one }));
  records.keepListingNotes(shop, variant.id, { ...notes, attributes: kept });
}

function setOffer(records: AmazonRecords, shop: Shop, offer: Offer, wanted: ListingChange['offer']): void {
  const { item, variant } = offer;
  const was = JSON.stringify([item.status, variant.status, variant.specialPrice]);
  const notes = records.listingNotes(shop, variant.id);
  records.keepListingNotes(shop, variant.id, { ...notes, hasNoOffer: wanted === null });
  if (wanted !== null) {
    shop.setPrice(offer, wanted.price);
    variant.specialPrice = wanted.specialPrice;
  }
  if (wanted?.isOpen === true) open(offer);
  else if (item.status === 'normal') close(offer);
  if (JSON.stringify([item.status, variant.status, variant.specialPrice]) !== was) shop.itemChanged(item);
}

/** Delists: the item if this is all of it, else this variant. */
function close({ item, variant }: Offer): void {
  if (item.variants.length === 1) item.status = 'unlisted';
  else variant.status = 'unlisted';
}

/** Relists. A whole item that was closed opens for this variant alone. */
function open({ item, variant }: Offer): void {
  if (item.status === 'unlisted') {
    for (const other of item.variants)
      if (other !== variant && other.status === 'normal') other.status = 'unlisted';
    item.status = 'normal';
  }
  variant.status = 'normal';
}

function setTexts(
  records: AmazonRecords,
  shop: Shop,
  { item, variant }: Offer,
  named: ReadonlySet<string>,
  { name, description }: ListingChange,
): void {
  if (named.has('product_description') && description !== null) item.description = description;
  if (named.has('item_name') && name !== null) {
    if (item.variants.length === 1 && variant.options.length === 0) item.name = name;
    else {
      const notes = records.listingNotes(shop, variant.id);
      records.keepListingNotes(shop, variant.id, { ...notes, title: { text: name, over: item.name } });
    }
  }
  shop.itemChanged(item);
}

function remove(shop: Shop, { item, variant }: Offer): void {
  variant.status = 'deleted';
  const isLast = item.variants.every(({ status }) => status === 'deleted');
  if (isLast) item.status = 'deleted';
  shop.itemChanged(item, isLast ? 'deleted' : 'edited');
}

function newSubmissionId(core: Core, shop: Shop): string {
  const digits = createRandom(
    core.random('amazon-sg').hex(8),
    shop.id,
    'submission',
    shop.nextNumber('submission'),
  ).hex(32);
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    digits.slice(12, 16),
    digits.slice(16, 20),
    digits.slice(20),
  ].join('-');
}
