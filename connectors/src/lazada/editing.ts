import { message } from '@evenstock/contract/messages/message';
import type {
  ActionResult,
  Delisting,
  Effect,
  ListedItem,
  ListingRemoval,
  Pricing,
  Renaming,
} from '../kit/capabilities.ts';
import type { Access } from '../kit/access.ts';
import type { ChannelListing } from '../kit/connector.ts';
import { rejected } from '../kit/errors.ts';
import { editedItems } from '../kit/edited-items.ts';
import { checking, done, catchRejection, effectOfParts } from '../kit/rejections.ts';
import type { KnownRejection, Took } from '../kit/rejections.ts';
import { amountText } from '../kit/sent-fields.ts';
import { chunk } from '../kit/batches.ts';
import { callSeller, faultFor, faultOf } from './client.ts';
import { listings } from './listings.ts';
import { failureRow } from './wire.ts';
import { channel } from './channel.ts';

const goneWords = message('refusals.item_gone', { channel });

const items = editedItems(listings, { code: '208', reason: goneWords });

/** lazada.md 3: /product/price_quantity/update with a price and no quantity, which it leaves as it is. */
export const pricing: Pricing = {
  setPrice: {
    perform: (access, { listing, price, currency }) =>
      catchRejection(knownRejections, () => {
        const sku = {
          ItemId: listing.itemId,
          SkuId: listing.variantId,
          Price: amountText(price, currency),
        };
        return write(access, '/product/price_quantity/update', payloadOf({ Skus: { Sku: [sku] } }));
      }),
    check: items.checkPrice,
  },
};

/** lazada.md 3: /product/update with a new `name`. */
export const renaming: Renaming = {
  longest: 140,
  rename: {
    perform: (access, { item, name }) =>
      catchRejection(knownRejections, async () => {
        if ((await items.read(access, item.itemId)).name === name) return done;
        return write(access, '/product/update', productOf(item, { name }, {}));
      }),
    check: items.checkName,
  },
};

/** lazada.md 3: /product/deactivate for the whole item; back on sale by /product/update, SKU by SKU. */
export const delisting: Delisting = {
  delist: {
    perform: (access, item) =>
      catchRejection(knownRejections, async () => {
        if (isOff(await items.read(access, item.itemId))) return done;
        const body = `<Request><Product><ItemId>${digitsOf(item.itemId)}</ItemId></Product></Request>`;
        return write(access, '/product/deactivate', { apiRequestBody: body });
      }),
    check: (access, item) =>
      checking(async () => ({ effect: isOff(await items.read(access, item.itemId)) ? 'done' : 'not_done' })),
  },
  relist: {
    perform: (access, item) =>
      catchRejection(knownRejections, async (took) => {
        if (isOn(await items.read(access, item.itemId))) return done;
        const parts = { count: item.variants.length, took };
        return write(access, '/product/update', productOf(item, {}, { Status: 'active' }), parts);
      }),
    check: (access, item) =>
      checking(async (): Promise<Effect> => {
        const now = await items.read(access, item.itemId);
        if (isOn(now)) return { effect: 'done' };
        // Lazada reviews an item again before it is on sale.
        if (/^pending/i.test(now.rawStatus)) return { effect: 'not_yet_known', afterSeconds: 600 };
        return effectOfParts(channel, [...now.variants.map(({ status }) => status === 'normal'), false]);
      }),
  },
};

/** lazada.md 3: /product/remove takes at most 50 SKUs. */
const removeSize = 50;

/** lazada.md 3: /product/remove of every SKU of the item. */
export const listingRemoval: ListingRemoval = {
  remove: {
    perform: (access, item) => catchRejection(knownRejections, (took) => remove(access, item, took)),
    check: (access, item) =>
      checking(async () => {
        const now = await items.find(access, item.itemId);
        if (now === null || now.status === 'deleted') return { effect: 'done' };
        return effectOfParts(
          channel,
          now.variants.map(({ status }) => status === 'deleted'),
        );
      }),
  },
};

async function remove(access: Access, item: ListedItem, took: Took): Promise<ActionResult> {
  const now = await items.find(access, item.itemId);
  if (now === null || now.status === 'deleted') return done;
  const left = now.variants.filter(({ status }) => status !== 'deleted');
  for (const piece of chunk(left, removeSize)) {
    const ids = piece.map(({ itemId, variantId }) => `SkuId_${itemId}_${variantId}`);
    const parts = { count: ids.length, took };
    await write(access, '/product/remove', { sku_id_list: JSON.stringify(ids) }, parts);
    took();
  }
  return done;
}

const isOff = (item: ChannelListing): boolean =>
  item.status === 'delisted' || item.variants.every(({ status }) => status === 'delisted');

const isOn = (item: ChannelListing): boolean =>
  item.status === 'normal' && item.variants.every(({ status }) => status === 'normal');

/** A write of a product. Throws a refusal; for a failed row (`501`) with that row's words (lazada.md 2). */
async function write(
  access: Access,
  path: string,
  parameters: Readonly<Record<string, string>>,
  parts: { readonly count: number; readonly took: Took } | null = null,
): Promise<ActionResult> {
  const answer = await callSeller(access, { method: 'POST', path, parameters, group: 'products' }, true);
  const fault = faultOf(answer);
  const rows = answer.envelope.detail.flatMap((each) => {
    const parsed = failureRow.safeParse(each);
    return parsed.success ? [parsed.data] : [];
  });
  const [row] = rows;
  // SKUs that no row of a failure names were changed.
  if (parts !== null && rows.length > 0 && rows.length < parts.count) parts.took();
  if (fault === null && (row?.code ?? '0') === '0') return done;
  if (fault !== null && row === undefined) throw fault;
  throw faultFor(row?.code ?? answer.envelope.code, row?.message ?? '');
}

const payloadOf = (product: unknown): { payload: string } => ({
  payload: JSON.stringify({ Request: { Product: product } }),
});

/** `Attributes` is required even if nothing in it changes (lazada.md 3). */
function productOf(
  item: ListedItem,
  attributes: Readonly<Record<string, string>>,
  ofEachSku: Readonly<Record<string, string>>,
): { payload: string } {
  const skus = item.variants.map(({ variantId }) => ({ SkuId: variantId, ...ofEachSku }));
  return payloadOf({ ItemId: item.itemId, Attributes: attributes, Skus: { Sku: skus } });
}

/** An id that is safe in XML. */
function digitsOf(itemId: string): string {
  if (/^\d+$/.test(itemId)) return itemId;
  throw rejected('208', goneWords);
}

/** What refuses an edit (lazada.md 2, 3). */
const knownRejections: readonly KnownRejection[] = [
  {
    when: /^4170\b|THD_IC_ERR_F_IC_ABILITY|campaign/,
    reason: message('refusals.locked_by_campaign', { channel }),
    mayPass: true,
  },
  {
    when: /^(4104|4121)\b/,
    reason: message('refusals.price_digits', { channel }),
    mayPass: false,
  },
  { when: /^4118\b/, reason: message('refusals.price_zero', { channel }), mayPass: false },
  {
    when: /^4119\b/,
    reason: message('refusals.price_beside_special', { channel }),
    mayPass: false,
  },
  {
    when: /^E0004\b/,
    reason: message('refusals.not_on_sale', { channel }),
    mayPass: false,
  },
  { when: /^(207|208|E0002|4193)\b/, reason: goneWords, mayPass: false },
];
