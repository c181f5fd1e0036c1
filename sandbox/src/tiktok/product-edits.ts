import { z } from 'zod';
import type { Item } from '../core/records.ts';
import type { Shop } from '../core/shop.ts';
import type { NoticeContext } from './notices.ts';
import { bodyAs, idText } from './parameters.ts';
import { notDone } from './product-writes.ts';
import { readableItem } from './products.ts';
import { notesOfProduct } from './records.ts';
import { isIndonesian, platforms, type Platform } from './region.ts';
import { badRequest, batchData, Failure, type ItemError } from './reply.ts';
import type { Endpoint, ShopCall } from './shop-call.ts';
import { itemWord, platformWord } from './words.ts';

/** Duration of an audit of a text, or of a product that goes on sale again, in milliseconds. */
const auditLife = 5_000;
/** Length of a title in South-East Asia (tiktok.md 3.3). */
const title = z.string().min(25).max(255);

const editBody = z.strictObject({
  title: title.optional(),
  description: z.string().min(1).max(10_000).optional(),
  save_mode: z.enum(['LISTING', 'AS_DRAFT']).default('LISTING'),
  listing_platforms: z.array(z.enum(platforms)).min(1).optional(),
});
const batchBody = z.object({
  product_ids: z.array(idText).min(1).max(20),
  listing_platforms: z.array(z.enum(platforms)).min(1).default(['TIKTOK_SHOP']),
});

type Change = (call: ShopCall, item: Item, where: readonly Platform[]) => void;

/** Texts of a product, and whether it is on sale (tiktok.md 3.3, 9). */
export const productEditEndpoints: readonly Endpoint[] = [
  {
    method: 'POST',
    path: '/product/:version/products/:product_id/partial_edit',
    versions: ['202309', '202509'],
    nature: 'write',
    answer: editTexts,
  },
  batch('POST', '/product/:version/products/activate', activate),
  batch('POST', '/product/:version/products/deactivate', deactivate),
  batch('POST', '/product/:version/products/recover', recover),
  batch('DELETE', '/product/:version/products', remove),
];

/** An audit is over: what it was about takes effect, unless something else happened meanwhile. */
export function endAudit(context: NoticeContext, shop: Shop, about: string): void {
  const [productId = '', edit] = about.split('/');
  const item = shop.items.get(productId);
  if (item === undefined || item.status === 'deleted') return;
  if (edit === undefined) {
    if (item.status !== 'reviewing') return;
    item.status = 'normal';
  } else {
    const notes = notesOfProduct(context.records, shop, item.id);
    const { underReview } = notes;
    if (underReview === null || underReview.isDraft || String(underReview.edit) !== edit) return;
    item.name = underReview.title;
    item.description = underReview.description;
    notes.underReview = null;
    context.records.products.put(item.id, notes);
  }
  shop.itemChanged(item);
}

/** New texts go through the audit; the live version stays until they pass. */
function editTexts(call: ShopCall): object {
  const { core, records, shop } = call;
  const asked = bodyAs(editBody, call.body);
  const item = readableItem(call, call.params['product_id'] ?? '');
  const notes = notesOfProduct(records, shop, item.id);
  if (asked.title !== undefined || asked.description !== undefined) {
    const last = notes.underReview ?? { title: item.name, description: item.description };
    const edit = shop.nextNumber('tiktok-edit');
    const isDraft = asked.save_mode === 'AS_DRAFT';
    notes.underReview = {
      title: asked.title ?? last.title,
      description: asked.description ?? last.description,
      isDraft,
      edit,
    };
    if (!isDraft) core.schedule(shop, core.clock.now() + auditLife, 'audit', `${item.id}/${String(edit)}`);
  }
  if (asked.listing_platforms !== undefined && isIndonesian(shop))
    notes.offOn = notes.listedOn.filter((one) => asked.listing_platforms?.includes(one) === false);
  records.products.put(item.id, notes);
  if (asked.listing_platforms !== undefined) shop.itemChanged(item);
  const skus = item.variants.map((variant) => ({ id: variant.id, seller_sku: variant.sku }));
  return {
    product_id: item.id,
    skus,
    audit: { status: asked.save_mode === 'AS_DRAFT' ? 'NONE' : 'AUDITING' },
  };
}

/** A call about up to twenty products: those that cannot be changed are among the errors, the others are. */
function batch(method: 'POST' | 'DELETE', path: string, change: Change): Endpoint {
  const answer = (call: ShopCall): object => {
    const { product_ids: productIds, listing_platforms: asked } = bodyAs(batchBody, call.body);
    const where: readonly Platform[] = isIndonesian(call.shop) ? asked : ['TIKTOK_SHOP'];
    const done = call.halfBatch ? Math.floor(productIds.length / 2) : productIds.length;
    const errors = productIds.flatMap((id, index) =>
      index < done ? changeOne(call, id, where, change) : [notDone({ product_id: id })],
    );
    return batchData(errors);
  };
  return { method, path, versions: ['202309'], nature: 'write', answer };
}

function changeOne(call: ShopCall, id: string, where: readonly Platform[], change: Change): ItemError[] {
  const detail = { product_id: id };
  const item = call.shop.items.get(id);
  if (item === undefined)
    return [{ code: 12052048, message: 'The product does not exist or belongs to another seller.', detail }];
  try {
    change(call, item, where);
    return [];
  } catch (error) {
    if (error instanceof Failure) return [{ code: error.code, message: error.message, detail }];
    throw error;
  }
}

/** Off sale by the seller or the platform → PENDING, and on sale after the audit. */
function activate({ core, records, shop }: ShopCall, item: Item, where: readonly Platform[]): void {
  const notes = notesOfProduct(records, shop, item.id);
  for (const platform of where) {
    const word = platformWord(item, notes, platform);
    if (word !== 'SELLER_DEACTIVATED' && word !== 'PLATFORM_DEACTIVATED') throw notFrom(word, 'activated');
  }
  if (item.status === 'normal') notes.offOn = notes.offOn.filter((one) => !where.includes(one));
  else {
    notes.offOn = notes.listedOn.filter((one) => !where.includes(one));
    item.status = 'reviewing';
    core.schedule(shop, core.clock.now() + auditLife, 'audit', item.id);
  }
  records.products.put(item.id, notes);
  shop.itemChanged(item);
}

/** Off sale on these storefronts; with the last of them, the product as a whole. */
function deactivate({ records, shop }: ShopCall, item: Item, where: readonly Platform[]): void {
  const notes = notesOfProduct(records, shop, item.id);
  for (const platform of where) {
    const word = platformWord(item, notes, platform);
    if (word !== 'ACTIVATE') throw notFrom(word, 'deactivated');
  }
  notes.offOn = [...new Set([...notes.offOn, ...where])];
  if (notes.listedOn.every((one) => notes.offOn.includes(one))) {
    item.status = 'unlisted';
    notes.offOn = [];
  }
  records.products.put(item.id, notes);
  shop.itemChanged(item);
}

function remove({ shop }: ShopCall, item: Item): void {
  const word = itemWord(item);
  if (word === 'FREEZE' || word === 'DELETED') throw notFrom(word, 'deleted');
  item.status = 'deleted';
  shop.itemChanged(item, 'deleted');
}

function recover({ shop }: ShopCall, item: Item): void {
  if (item.status !== 'deleted') throw notFrom(itemWord(item), 'recovered');
  item.status = 'unlisted';
  shop.itemChanged(item);
}

function notFrom(word: string | null, done: string): Failure {
  if (word === null)
    return badRequest('Invalid parameter listing_platforms: the product is not listed there.');
  return new Failure(12052990, `Check failed: a product that is ${word} cannot be ${done}.`);
}
