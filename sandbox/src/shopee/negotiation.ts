import { z } from 'zod';
import { acceptReturn } from './disputes.ts';
import { bodyAs } from './parameters.ts';
import { keyOf } from './records.ts';
import { badParameter, ShopeeError } from './reply.ts';
import { ownReturn } from './returns.ts';
import { counterLimit } from './return-records.ts';
import type { ShopEndpoint } from './shop-call.ts';

const offerBody = z.object({
  return_sn: z.string().min(1),
  proposed_solution: z.enum(['RETURN_REFUND', 'REFUND']),
  proposed_adjusted_refund_amount: z.number().positive().optional(),
});

/** The least that may be offered, in minor units. */
const leastOffer = 10;

/** The seller proposes another solution or amount; the buyer is to answer (6.2). */
const offer: ShopEndpoint = {
  method: 'POST',
  path: 'returns/offer',
  answer: (call) => {
    const body = bodyAs(offerBody, call.body);
    const found = ownReturn(call, body.return_sn);
    if (found.status !== 'REQUESTED' || found.offer?.by === 'seller' || found.counters >= counterLimit)
      throw new ShopeeError('error_return_status', 'The status of the return does not allow an offer.');
    const amount = Math.round((body.proposed_adjusted_refund_amount ?? found.refund / 100) * 100);
    if (amount < leastOffer || amount > found.refund)
      throw badParameter('proposed_adjusted_refund_amount is out of range.');
    found.offer = { solution: body.proposed_solution, amount, by: 'seller' };
    found.counters += 1;
    found.updatedAt = call.shop.nextInstant();
    call.records.returns.put(keyOf(call.shop, found.sn), found);
    return { response: { return_sn: found.sn } };
  },
};

const acceptBody = z.object({ return_sn: z.string().min(1) });

/** The seller takes what the buyer asks for; there is nothing to take while the buyer is to answer. */
const acceptOffer: ShopEndpoint = {
  method: 'POST',
  path: 'returns/accept_offer',
  answer: (call) => {
    const found = ownReturn(call, bodyAs(acceptBody, call.body).return_sn);
    if (found.offer?.by === 'seller')
      throw new ShopeeError('error_return_status', 'The buyer has not answered the offer.');
    return acceptReturn(call, found);
  },
};

const proofBody = z.object({
  return_sn: z.string().min(1),
  photo: z.array(z.object({ url: z.url(), thumbnail: z.url() })).default([]),
  description: z.string().max(2_000).default(''),
});

/** What the seller shows for the claim; the pictures are those that `convert_image` took. */
const uploadProof: ShopEndpoint = {
  method: 'POST',
  path: 'returns/upload_proof',
  answer: (call) => {
    const { return_sn, photo, description } = bodyAs(proofBody, call.body);
    const found = ownReturn(call, return_sn);
    if (photo.length === 0 && description === '') throw badParameter('photo or description is required.');
    if (photo.some(({ url }) => !call.records.pictures.has(url.split('/').at(-1) ?? '')))
      throw badParameter('photo: url is not one that convert_image gave.');
    if (['CANCELLED', 'CLOSED'].includes(found.status))
      throw new ShopeeError('error_return_status', 'The status of the return does not allow a proof.');
    found.proof = { photo, description };
    found.updatedAt = call.shop.nextInstant();
    call.records.returns.put(keyOf(call.shop, found.sn), found);
    return { response: { return_sn: found.sn } };
  },
};

const queryProof: ShopEndpoint = {
  method: 'GET',
  path: 'returns/query_proof',
  answer: (call) => {
    const { proof } = ownReturn(call, call.query.get('return_sn'));
    return { response: { image: proof?.photo ?? [], video: [], description: proof?.description ?? '' } };
  },
};

export const negotiationEndpoints: readonly ShopEndpoint[] = [offer, acceptOffer, uploadProof, queryProof];
