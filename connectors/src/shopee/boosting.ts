import { message } from '@evenstock/contract/messages/message';
import type { ActionResult, Boosting } from '../kit/capabilities.ts';
import type { Access } from '../kit/access.ts';
import { checking, done, rejectionOf, catchRejection } from '../kit/rejections.ts';
import type { KnownRejection } from '../kit/rejections.ts';
import { bareCode, callShop, faultOf, responseOf, wireId, wordsOfRow } from './client.ts';
import { boostedList, boostResult } from './wire-actions.ts';
import { channel } from './channel.ts';

/** Boosted items (shopee.md 3: boost_item, get_boosted_list): 5 at a time, 4 hours each. */
export const boosting: Boosting = {
  most: 5,
  everySeconds: 14_400,

  async boosted(access) {
    const path = '/api/v2/product/get_boosted_list';
    const list = responseOf(boostedList, await callShop(access, { method: 'GET', path }), path);
    const now = access.http.now().getTime();
    return list.item_list
      .filter((each) => each.cool_down_second > 0)
      .map((each) => ({ itemId: each.item_id, endsAt: new Date(now + each.cool_down_second * 1000) }));
  },

  boost: {
    perform: (access, item) => catchRejection(knownRejections, () => boost(access, item.itemId)),
    check: (access, item) =>
      checking(async () => ({ effect: (await isBoosted(access, item.itemId)) ? 'done' : 'not_done' })),
  },
};

async function isBoosted(access: Access, itemId: string): Promise<boolean> {
  return (await boosting.boosted(access)).some((each) => each.itemId === itemId);
}

async function boost(access: Access, itemId: string): Promise<ActionResult> {
  const now = await boosting.boosted(access);
  if (now.some((each) => each.itemId === itemId)) return done;
  if (now.length >= boosting.most) return rejectionOf(knownRejections, 'boost_full', '');
  const path = '/api/v2/product/boost_item';
  const answer = await callShop(
    access,
    { method: 'POST', path, body: { item_id_list: [wireId(itemId)] } },
    true,
  );
  const fault = faultOf(answer, access.http.now());
  if (fault !== null && fault.fault.kind !== 'rejected') throw fault;
  const parsed = boostResult.safeParse(answer.envelope.response);
  const failure = parsed.data?.failure_list.find((each) => each.item_id === itemId);
  if (failure !== undefined) {
    const code = bareCode(answer.envelope.error === '' ? 'boost_failed' : answer.envelope.error);
    return rejectionOf(knownRejections, code, wordsOfRow(failure.failed_reason));
  }
  if (fault !== null) throw fault;
  const boosted = parsed.data?.success_list?.item_id_list.includes(itemId) ?? false;
  return boosted ? done : { outcome: 'unknown', reason: message('answers.none_for_item', { channel }) };
}

const knownRejections: readonly KnownRejection[] = [
  // An item that is not there, or not on sale, is not shown at all.
  {
    when: /item_not_found|not found|not on sale/i,
    reason: message('refusals.not_on_sale', { channel }),
    mayPass: false,
  },
  {
    when: /boost_full/,
    reason: message('refusals.boosts_full', { channel, most: 5 }),
    mayPass: true,
  },
  {
    when: /repeatedly|cool/i,
    reason: message('refusals.boosted_lately', { channel, hours: 4 }),
    mayPass: true,
  },
  // shopee.md 3: only an item on sale can be boosted.
  {
    when: /not on sale|not found/i,
    reason: message('refusals.boosts_only_on_sale', { channel }),
    mayPass: false,
  },
];
