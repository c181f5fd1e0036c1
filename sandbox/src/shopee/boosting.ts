import { z } from 'zod';
import { bodyAs, idNumber } from './parameters.ts';
import { keyOf } from './records.ts';
import { ShopeeError } from './reply.ts';
import type { ShopCall, ShopEndpoint } from './shop-call.ts';

const most = 5;
const lastsSeconds = 14_400;

const boostBody = z.object({ item_id_list: z.array(idNumber).min(1).max(most) });

/** Shows items higher for four hours, five at a time (3). */
const boostItem: ShopEndpoint = {
  method: 'POST',
  path: 'product/boost_item',
  answer: (call) => {
    const boosted: number[] = [];
    const failed: { item_id: number; failed_reason: string }[] = [];
    for (const id of bodyAs(boostBody, call.body).item_id_list) {
      const reason = whyNot(call, id);
      if (reason !== null) {
        failed.push({ item_id: Number(id), failed_reason: reason });
        continue;
      }
      call.records.boosts.put(keyOf(call.shop, id), { until: call.core.clock.now() + lastsSeconds * 1000 });
      boosted.push(Number(id));
    }
    // The one list of successes that is an object.
    const response = { success_list: { item_id_list: boosted }, failure_list: failed };
    if (boosted.length === 0)
      throw new ShopeeError('error_boost_item_all_failed', failed[0]?.failed_reason ?? 'All items failed.', {
        response,
      });
    return { response };
  },
};

function whyNot(call: ShopCall, id: string): string | null {
  const item = call.shop.items.get(id);
  if (item === undefined || item.status === 'deleted') return 'Product not found.';
  if (item.status !== 'normal') return 'can not boost item that is not on sale';
  const running = boostedNow(call);
  if (running.some((one) => one.id === id)) return 'can not boost item repeatedly';
  return running.length >= most ? 'the number of boosted items is at its limit' : null;
}

function boostedNow({ core, records, shop }: ShopCall): { id: string; left: number }[] {
  const now = core.clock.now();
  return [...records.boosts.entries()].flatMap(([key, { until }]) => {
    const [owner, id = ''] = key.split('/');
    return owner === shop.id && until > now ? [{ id, left: Math.ceil((until - now) / 1000) }] : [];
  });
}

const getBoostedList: ShopEndpoint = {
  method: 'GET',
  path: 'product/get_boosted_list',
  answer: (call) => ({
    response: {
      item_list: boostedNow(call).map(({ id, left }) => ({ item_id: Number(id), cool_down_second: left })),
    },
  }),
};

export const boostEndpoints: readonly ShopEndpoint[] = [boostItem, getBoostedList];
