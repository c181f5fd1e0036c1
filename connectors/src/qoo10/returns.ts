import { message } from '@evenstock/contract/messages/message';
import { toMinor } from '@evenstock/contract/values/money';
import type {
  AskedField,
  ChannelReturn,
  ReturnAcceptance,
  ReturnState,
  Returns,
} from '../kit/capabilities.ts';
import { rejection, catchRejection } from '../kit/rejections.ts';
import { callSeller } from './client.ts';
import { CURRENCY } from './listings.ts';
import { readClaims, readLine } from './order-rows.ts';
import { claimStatusOf, numberOf } from './order-statuses.ts';
import type { ClaimRow, OrderRow } from './wire.ts';
import { channel } from './channel.ts';

const DAY = 86_400_000;
/** A claim's start of work has no date, so claims of the last week always count as changed (qoo10.md 7). */
const LOOK_BACK = 7 * DAY;
/** Far below the 90 days that a list may span (qoo10.md 4.2). */
const PAGE_SPAN = 30 * DAY;

/** qoo10.md 4.4: the claims by which goods come back, or are exchanged. */
const returnStates: Readonly<Record<string, ReturnState>> = {
  '4': 'pending',
  '5': 'to_return',
  '6': 'accepted',
  '11': 'pending',
  '12': 'to_return',
  '13': 'accepted',
};
const awaited = new Set(['4', '11']);
const exchanges = new Set(['11', '12', '13']);

/** qoo10.md 4.4, 6: a claim has no number of its own; the line's orderNo is its id. */
export const returns: Returns = {
  async page(access, cursor, updated) {
    const end = updated.to.getTime();
    const start = Math.min(updated.from.getTime(), end - LOOK_BACK);
    const from = typeof cursor?.['from'] === 'number' ? cursor['from'] : start;
    const to = Math.min(end, from + PAGE_SPAN);
    const { claims, unreadable } = await readClaims(access, Object.keys(returnStates), { from, to });
    const next = to < end ? { from: to } : null;
    return { returns: claims.map(returnOf), unreadable, next, waitSeconds: 0 };
  },

  async read(access, returnId) {
    const row = await readLine(access, returnId);
    const claim = row === null ? null : claimIn(row);
    return claim === null || returnStates[numberOf(claim.claimstatus)] === undefined ? null : returnOf(claim);
  },
};

/** The single order carries its claim (qoo10.md 4.3). */
function claimIn(row: OrderRow): (OrderRow & { readonly claimstatus: string }) | null {
  return row.claimstatus === null ? null : { ...row, claimstatus: row.claimstatus };
}

function returnOf(claim: ClaimRow | (OrderRow & { readonly claimstatus: string })): ChannelReturn {
  const number = numberOf(claim.claimstatus);
  const currency = claim.currency ?? CURRENCY;
  const paid = claim.paymentamount === null ? null : toMinor(claim.paymentamount, currency);
  const asked = claim.requestdate ?? claim.orderdate;
  return {
    returnId: claim.orderno,
    order: { number: claim.packno, channelId: null },
    rawState: claimStatusOf(claim.claimstatus).raw,
    state: returnStates[number] ?? 'unknown',
    canAccept: awaited.has(number),
    canDispute: false,
    reason: claim.reason,
    textReason: null,
    disputeReason: null,
    disputeTextReason: null,
    pictures: [],
    trackingNumber: claim.trackingnoreturn,
    // The amount paid for the line, which a whole return refunds.
    refundAmount: exchanges.has(number) ? null : paid,
    currency,
    createdAt: asked,
    updatedAt: claim.cancelrefunddate ?? asked,
    dueAt: null,
    lines: [
      {
        lineId: claim.orderno,
        itemId: claim.itemcode,
        variantId: claim.optioncode?.trim() ?? null,
        sku: claim.optioncode ?? claim.selleritemcode,
        name: claim.itemtitle ?? '',
        units: claim.orderqty,
        price: paid === null ? null : Math.round(paid / Math.max(1, claim.orderqty)),
      },
    ],
  };
}

const fieldLabels = {
  name: 'asked.name',
  zip_code: 'asked.zip_code',
  address_1: 'asked.address_1',
  address_2: 'asked.address_2',
  hp: 'asked.hp',
  tel: 'asked.tel',
} as const;

const field = (key: keyof typeof fieldLabels): AskedField => ({
  key,
  label: message(fieldLabels[key]),
  kind: 'text',
  required: false,
  pattern: null,
  choices: [],
  within: null,
});

/** qoo10.md 6: the address that the buyer sends the goods back to; all of it is optional. */
const wireNames: Readonly<Record<string, string>> = {
  name: 'seller_name',
  zip_code: 'seller_zip_code',
  address_1: 'seller_front_address',
  address_2: 'seller_back_address',
  hp: 'seller_hp_no',
  tel: 'seller_tel_no',
};

/** qoo10.md 6: Claim.SetClaimAccept, for a return as for an exchange. */
export const returnAcceptance: ReturnAcceptance = {
  fields: [
    field('name'),
    field('zip_code'),
    field('address_1'),
    field('address_2'),
    field('hp'),
    field('tel'),
  ],

  accept: {
    perform(access, asked) {
      return catchRejection([], async () => {
        const now = await returns.read(access, asked.returnId);
        if (now === null) return rejection('no_return', message('refusals.return_gone', { channel }));
        if (!now.canAccept) return { outcome: 'done' };
        const address = Object.entries(wireNames).flatMap(([key, name]) => {
          const answer = asked.answers[key];
          return typeof answer === 'string' && answer !== '' ? [[name, answer] as const] : [];
        });
        await callSeller(access, {
          method: 'Claim.SetClaimAccept',
          parameters: { orderNo: asked.returnId, ...Object.fromEntries(address) },
          group: 'orders',
        });
        return { outcome: 'done' };
      });
    },

    async check(access, asked) {
      const now = await returns.read(access, asked.returnId);
      if (now === null) {
        const reason = message('refusals.return_gone', { channel });
        return { effect: 'refused', code: 'no_return', reason };
      }
      return { effect: now.canAccept ? 'not_done' : 'done' };
    },
  },
};
