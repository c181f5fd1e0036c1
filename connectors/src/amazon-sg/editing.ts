import { message } from '@evenstock/contract/messages/message';
import { toMajor } from '@evenstock/contract/values/money';
import type { ActionResult, Effect, ListingRemoval, Pricing, Reference } from '../kit/capabilities.ts';
import { ChannelError, unexpected } from '../kit/errors.ts';
import { checking, done, catchRejection } from '../kit/rejections.ts';
import { parseReply } from '../kit/read-records.ts';
import type { Access } from '../kit/access.ts';
import { marketplaceId, notFound } from './client.ts';
import { offerOnly, priceOf } from './listings.ts';
import { itemIfThere } from './listings-items.ts';
import { deleteItem, patchItem, faultsIn, settlesWithin, type Refused } from './submissions.ts';
import { item } from './wire.ts';
import type { Submission } from './wire.ts';
import { channel } from './channel.ts';

const lookAgain = 60;

/** The price for everybody; merged, so that a sale price and prices for business buyers stay (amazon-sg.md 3.2). */
export const pricing: Pricing = {
  setPrice: {
    perform: (access, { listing, price, currency }) =>
      catchRejection([], async () => {
        const answer = await patchItem(
          access,
          listing.variantId,
          listing.stockRef['productType'] ?? offerOnly,
          {
            op: 'merge',
            path: '/attributes/purchasable_offer',
            value: [
              {
                marketplace_id: marketplaceId,
                currency,
                audience: 'ALL',
                our_price: [{ schedule: [{ value_with_tax: toMajor(price, currency) }] }],
              },
            ],
          },
        );
        return resultOf(access, answer, 'refusals.price');
      }),
    check: (access, { listing, price }, reference) =>
      checking(async () => {
        const answer = await itemIfThere(access, listing.variantId, ['offers']);
        if (answer === null) return gone;
        const shown = priceOf(parseReply(item, answer.record, 'getListingsItem')).price;
        return shown === price ? { effect: 'done' } : notShown(access, reference);
      }),
  },
};

/** Removes the offer and what the seller wrote; each SKU is an item of its own (amazon-sg.md 3.2). */
export const listingRemoval: ListingRemoval = {
  remove: {
    perform: (access, { itemId }) =>
      catchRejection([], async () => {
        try {
          return resultOf(access, await deleteItem(access, itemId), 'refusals.removal');
        } catch (error) {
          const isGone =
            error instanceof ChannelError && error.fault.kind === 'rejected' && error.fault.code === notFound;
          if (isGone) return done;
          throw error;
        }
      }),
    check: (access, { itemId }, reference) =>
      checking(async () => {
        const answer = await itemIfThere(access, itemId, ['summaries']);
        return answer === null ? { effect: 'done' } : notShown(access, reference);
      }),
  },
};

function resultOf(access: Access, answer: Submission, what: Refused): ActionResult {
  if (answer.status === 'ACCEPTED') {
    const reference = {
      submissionId: answer.submissionId ?? '',
      acceptedAt: access.http.now().toISOString(),
    };
    return { outcome: 'pending', reference, afterSeconds: lookAgain };
  }
  if (answer.status !== 'INVALID') {
    throw unexpected(message('answers.state_undocumented', { channel, state: answer.status }));
  }
  return { outcome: 'rejected', ...faultsIn(answer.issues, what), mayPass: false };
}

const gone: Effect = {
  effect: 'refused',
  code: notFound,
  reason: message('refusals.sku_gone', { channel }),
};

/** An accepted change may still take effect. An unknown one may be sent again, as it is absolute. */
function notShown(access: Access, reference: Reference | null): Effect {
  const acceptedAt = reference?.['acceptedAt'];
  const mayCome =
    acceptedAt !== undefined && access.http.now().getTime() < Date.parse(acceptedAt) + settlesWithin * 1000;
  return mayCome ? { effect: 'not_yet_known', afterSeconds: lookAgain } : { effect: 'not_done' };
}
