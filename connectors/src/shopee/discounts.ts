import { message } from '@evenstock/contract/messages/message';
import { toMinor } from '@evenstock/contract/values/money';
import type { ChannelDiscount, Discounts } from '../kit/capabilities.ts';
import type { Access } from '../kit/access.ts';
import type { Unreadable } from '../kit/paging.ts';
import { unexpected } from '../kit/errors.ts';
import { nameFrom, readEach, reasonOf } from '../kit/read-records.ts';
import { callShop, responseOf } from './client.ts';
import { readCurrency } from './shop.ts';
import { discountDetail, discountEntry, discountList } from './wire-actions.ts';
import type { DiscountDetail } from './wire-actions.ts';
import { channel } from './channel.ts';

/** Every status of a discount there is (shopee.md 3.4). */
const states: Readonly<Record<string, ChannelDiscount['state']>> = {
  upcoming: 'upcoming',
  ongoing: 'ongoing',
  expired: 'expired',
};

/** Small, as each discount takes a call. */
const pageSize = 20;
const itemsSize = 100;
/** The most pages of one discount: more are an answer that never ends. */
const mostItemPages = 1000;

/** The shop's discounts with their items (shopee.md 3.4: get_discount_list, get_discount). */
export const discounts: Discounts = {
  async page(access, cursor) {
    const page = typeof cursor?.['page'] === 'number' ? cursor['page'] : 1;
    const path = '/api/v2/discount/get_discount_list';
    const query = { discount_status: 'all', page_no: page, page_size: pageSize };
    const list = responseOf(discountList, await callShop(access, { method: 'GET', path, query }), path);
    const entries = readEach(
      list.discount_list,
      'discount',
      (record) => nameFrom(record, 'discount_id'),
      (record) => discountEntry.parse(record),
    );
    const first = nameFrom(list.discount_list[0], 'discount_id');
    if (list.more && (list.discount_list.length === 0 || first === cursor?.['first'])) {
      throw unexpected(message('answers.page_repeats', { channel }));
    }
    const currency = entries.read.length === 0 ? null : await readCurrency(access);
    const found: ChannelDiscount[] = [];
    const unreadable: Unreadable[] = [...entries.unreadable];
    for (const entry of entries.read) {
      try {
        found.push({
          discountId: entry.discount_id,
          name: entry.discount_name ?? entry.discount_id,
          state: states[entry.status?.toLowerCase() ?? ''] ?? 'unknown',
          rawState: entry.status ?? '',
          startsAt: entry.start_time,
          endsAt: entry.end_time,
          items: await readItems(access, entry.discount_id, currency),
        });
      } catch (error) {
        unreadable.push({ reference: entry.discount_id, reason: reasonOf('discount', error) });
      }
    }
    return {
      discounts: found,
      unreadable,
      next: list.more ? { page: page + 1, first } : null,
    };
  },
};

async function readItems(
  access: Access,
  discountId: string,
  currency: string | null,
): Promise<ChannelDiscount['items']> {
  const path = '/api/v2/discount/get_discount';
  const items: ChannelDiscount['items'][number][] = [];
  for (let page = 1; page <= mostItemPages; page += 1) {
    const query = { discount_id: discountId, page_no: page, page_size: itemsSize };
    const detail = responseOf(discountDetail, await callShop(access, { method: 'GET', path, query }), path);
    items.push(...detail.item_list.flatMap((item) => itemsOf(item, currency)));
    if (!detail.more) return items;
    if (detail.item_list.length === 0) break;
  }
  throw unexpected(message('answers.page_repeats', { channel }));
}

/** One line for each model; one for the item where it has none. */
function itemsOf(
  item: DiscountDetail['item_list'][number],
  currency: string | null,
): ChannelDiscount['items'][number][] {
  const minor = (amount: number | null): number | null =>
    amount === null || currency === null ? null : toMinor(amount, currency);
  if (item.model_list.length === 0) {
    return [
      {
        itemId: item.item_id,
        variantId: null,
        originalPrice: minor(item.item_original_price),
        price: minor(item.item_promotion_price),
        reserved: item.item_promotion_stock,
      },
    ];
  }
  return item.model_list.map((model) => ({
    itemId: item.item_id,
    variantId: model.model_id,
    originalPrice: minor(model.model_original_price),
    price: minor(model.model_promotion_price),
    reserved: model.model_promotion_stock,
  }));
}
