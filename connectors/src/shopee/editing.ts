import { message } from '@evenstock/contract/messages/message';
import { toMajor } from '@evenstock/contract/values/money';
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
import { editedItems } from '../kit/edited-items.ts';
import { checking, done, rejectionOf, catchRejection } from '../kit/rejections.ts';
import type { KnownRejection } from '../kit/rejections.ts';
import { bareCode, callShop, faultOf, wireId, wordsOfRow } from './client.ts';
import { listings } from './listings.ts';
import { editResult } from './wire-actions.ts';
import { channel } from './channel.ts';

const goneWords = message('refusals.item_gone', { channel });

const items = editedItems(listings, { code: 'error_item_not_found', reason: goneWords });

/** shopee.md 3: update_price, of one model; model 0 where an item has none. */
export const pricing: Pricing = {
  setPrice: {
    perform: (access, { listing, price, currency }) =>
      catchRejection(knownRejections, () =>
        editRow(
          access,
          '/api/v2/product/update_price',
          {
            item_id: wireId(listing.itemId),
            price_list: [{ model_id: wireId(listing.variantId), original_price: toMajor(price, currency) }],
          },
          { model_id: listing.variantId },
        ),
      ),
    check: items.checkPrice,
  },
};

/** shopee.md 3: update_item with a new `item_name`. */
export const renaming: Renaming = {
  longest: 120,
  rename: {
    perform: (access, { item, name }) =>
      catchRejection(knownRejections, async () => {
        if ((await items.read(access, item.itemId)).name === name) return done;
        const body = { item_id: wireId(item.itemId), item_name: name };
        await callShop(access, { method: 'POST', path: '/api/v2/product/update_item', body });
        return done;
      }),
    check: items.checkName,
  },
};

/** shopee.md 3: unlist_item; `unlist` true delists an item, false relists it. */
export const delisting: Delisting = {
  delist: {
    perform: (access, item) => catchRejection(knownRejections, () => setUnlisted(access, item, true)),
    check: (access, item) => checking(() => isUnlisted(access, item, true)),
  },
  relist: {
    perform: (access, item) => catchRejection(knownRejections, () => setUnlisted(access, item, false)),
    check: (access, item) => checking(() => isUnlisted(access, item, false)),
  },
};

/** shopee.md 3: delete_item; the item can be read for 90 more days, as SELLER_DELETE. */
export const listingRemoval: ListingRemoval = {
  remove: {
    perform: (access, item) =>
      catchRejection(knownRejections, async () => {
        if (await isGone(access, item)) return done;
        const body = { item_id: wireId(item.itemId) };
        await callShop(access, { method: 'POST', path: '/api/v2/product/delete_item', body });
        return done;
      }),
    check: (access, item) =>
      checking(async () => ({ effect: (await isGone(access, item)) ? 'done' : 'not_done' })),
  },
};

async function setUnlisted(access: Access, { itemId }: ListedItem, unlist: boolean): Promise<ActionResult> {
  const { rawStatus } = await items.read(access, itemId);
  if (rawStatus === (unlist ? 'UNLIST' : 'NORMAL')) return done;
  const body = { item_list: [{ item_id: wireId(itemId), unlist }] };
  return editRow(access, '/api/v2/product/unlist_item', body, { item_id: itemId });
}

async function isUnlisted(access: Access, { itemId }: ListedItem, unlist: boolean): Promise<Effect> {
  const { rawStatus } = await items.read(access, itemId);
  return { effect: rawStatus === (unlist ? 'UNLIST' : 'NORMAL') ? 'done' : 'not_done' };
}

async function isGone(access: Access, { itemId }: ListedItem): Promise<boolean> {
  const item = await items.find(access, itemId);
  return item === null || item.status === 'deleted';
}

/** A write that answers by rows (shopee.md 2.5): the outcome of the one row that was sent. */
async function editRow(
  access: Access,
  path: string,
  body: unknown,
  row: { readonly model_id: string } | { readonly item_id: string },
): Promise<ActionResult> {
  const answer = await callShop(access, { method: 'POST', path, body }, true);
  const fault = faultOf(answer, access.http.now());
  if (fault !== null && fault.fault.kind !== 'rejected') throw fault;
  const lists = editResult.safeParse(answer.envelope.response ?? {});
  const isRow = (each: { model_id: string | null; item_id: string | null }): boolean =>
    'model_id' in row ? (each.model_id ?? '0') === row.model_id : each.item_id === row.item_id;
  const failure = lists.data?.failure_list.find(isRow);
  if (failure !== undefined) {
    const code = bareCode(answer.envelope.error === '' ? 'edit_failed' : answer.envelope.error);
    return rejectionOf(knownRejections, code, wordsOfRow(failure.failed_reason));
  }
  if (fault !== null) throw fault;
  return lists.data?.success_list.some(isRow)
    ? done
    : { outcome: 'unknown', reason: message('answers.none_for_item', { channel }) };
}

/** What refuses an edit (shopee.md 3.3). */
const knownRejections: readonly KnownRejection[] = [
  {
    when: /in_(item_)?promotion|promotion_item_price_lock|\bpromotion\b/i,
    reason: message('refusals.in_promotion', { channel }),
    mayPass: true,
  },
  {
    when: /cannot_delist_reviewing_or_banned/,
    reason: message('refusals.under_review', { channel }),
    mayPass: true,
  },
  {
    when: /price_exceed_min_limit/,
    reason: message('refusals.price_too_low', { channel }),
    mayPass: false,
  },
  {
    when: /price_exceed_max_limit/,
    reason: message('refusals.price_too_high', { channel }),
    mayPass: false,
  },
  {
    when: /for_item_has_model|wrong model_id/i,
    reason: message('refusals.sku_gone', { channel }),
    mayPass: false,
  },
  { when: /item_not_belong_shop|item_not_found|error_not_found/i, reason: goneWords, mayPass: false },
];
