import { z } from 'zod';
import { pictureType, readForm } from '../core/multipart.ts';
import { bodyAs } from './parameters.ts';
import type { ReturnRecord } from './records.ts';
import { badParameter, ShopeeError } from './reply.ts';
import { setReturnStatus } from './return-records.ts';
import { keepPicture, largestPicture } from './pictures.ts';
import { ownReturn } from './returns.ts';
import type { ShopCall, ShopEndpoint } from './shop-call.ts';

const confirmBody = z.object({ return_sn: z.string().min(1) });

/** The seller agrees to refund (6.2). */
const confirm: ShopEndpoint = {
  method: 'POST',
  path: 'returns/confirm',
  answer: (call) => {
    return acceptReturn(call, ownReturn(call, bodyAs(confirmBody, call.body).return_sn));
  },
};

/**
 * The return is granted: what the buyer asked for is refunded.
 * @throws ShopeeError where a warehouse decides it, or it was decided
 */
export function acceptReturn(call: ShopCall, found: ReturnRecord): { response: { return_sn: string } } {
  if (found.validation === 'warehouse_validation')
    throw new ShopeeError('error_validation', 'The return is validated by a warehouse.');
  const order = call.shop.orders.get(found.order);
  if (order === undefined || !['REQUESTED', 'PROCESSING'].includes(found.status))
    throw new ShopeeError('error_return_status', 'The status of the return does not allow this.');
  call.shop.happen(order, 'return', { by: 'seller', units: found.units });
  return { response: { return_sn: found.sn } };
}

interface DisputeReason {
  readonly id: number;
  readonly requirement: string;
  /** What must be shown in pictures; none for "return not received". */
  readonly evidence: readonly string[];
}

const notReceived: readonly DisputeReason[] = [
  {
    id: 1,
    requirement: 'Reject the claim that the parcel was not received',
    evidence: ['Proof of delivery'],
  },
  { id: 9, requirement: 'Shipped, and have proof', evidence: ['Proof of shipment'] },
];
const goods: readonly DisputeReason[] = [
  { id: 46, requirement: 'Return not received', evidence: [] },
  {
    id: 47,
    requirement: 'Returned item is damaged',
    evidence: ['Picture of the damage', 'Picture of the parcel'],
  },
  { id: 50, requirement: 'Buyer’s claim is incorrect', evidence: ['Picture of the item as it was sent'] },
  { id: 56, requirement: 'Returned item was used', evidence: ['Picture of the item'] },
];

function reasonsFor(found: ReturnRecord): readonly DisputeReason[] {
  return found.reason === 'NOT_RECEIPT' ? notReceived : goods;
}

const getDisputeReasons: ShopEndpoint = {
  method: 'GET',
  path: 'returns/get_return_dispute_reason',
  answer: (call) => {
    const found = ownReturn(call, call.query.get('return_sn'));
    const sample = call.core.pictureUrl('parcel');
    return {
      response: {
        dispute_reason_list: reasonsFor(found).map(({ id, requirement, evidence }) => ({
          // Text here, a number in the dispute itself.
          dispute_reason: String(id),
          dispute_requirement: requirement,
          sample_evidence: evidence.map(() => ({ type: 1, url: sample, thumbnail: sample })),
          evidence_module_list: evidence.map((text, index) => ({ module_index: index + 1, requirement: text, is_required: index === 0 })),
        })),
      },
    }; // oxfmt-ignore
  },
};

/** Takes one picture for a return, as a form; gives back where it is. */
const convertImage: ShopEndpoint = {
  method: 'POST',
  path: 'returns/convert_image',
  answer: (call) => {
    const form = readForm(call.body, call.call.request.headers['content-type']);
    if (form === null) throw badParameter('A multipart form is expected.');
    const sn = form.find(({ name }) => name === 'return_sn');
    ownReturn(call, sn === undefined ? null : Buffer.from(sn.bytes).toString('utf8'));
    const files = form.filter(({ name, fileName }) => name === 'upload_image' && fileName !== null);
    const [file] = files;
    if (file === undefined || files.length > 1) throw badParameter('upload_image: one file is expected.');
    if (file.bytes.length > largestPicture) throw badParameter('upload_image: at most 10 MB.');
    if (pictureType(file.bytes) === null) throw badParameter('upload_image: only JPG and PNG are supported.');
    const { url } = keepPicture(call.core, call.records, file.bytes);
    return { response: { url, thumbnail: url } };
  },
};

const disputeBody = z.object({
  return_sn: z.string().min(1),
  email: z.email(),
  dispute_reason_id: z.int(),
  dispute_text_reason: z.string().max(2_000).default(''),
  image_list: z
    .array(z.object({ module_index: z.int(), requirement: z.string().min(1), image_url: z.array(z.url()).min(1).max(3) }))
    .default([]),
}); // oxfmt-ignore

const dispute: ShopEndpoint = {
  method: 'POST',
  path: 'returns/dispute',
  answer: (call) => {
    const body = bodyAs(disputeBody, call.body);
    const found = ownReturn(call, body.return_sn);
    if (!['REQUESTED', 'PROCESSING', 'ACCEPTED'].includes(found.status))
      throw new ShopeeError('error_return_status', 'The status of the return does not allow a dispute.');
    const reason = reasonsFor(found).find(({ id }) => id === body.dispute_reason_id);
    if (reason === undefined) throw badParameter('dispute_reason_id is not one of this return.');
    const missing =
      reason.evidence.length > 0 && !body.image_list.some(({ module_index }) => module_index === 1);
    if (missing) throw badParameter(`image_list: module 1 (${reason.evidence[0] ?? ''}) is required.`);
    const images = body.image_list.flatMap(({ image_url }) => image_url);
    const foreign = images.find((url) => !call.records.pictures.has(url.split('/').at(-1) ?? ''));
    if (foreign !== undefined)
      throw badParameter('image_list: image_url is not one that convert_image gave.');
    found.dispute = { reason: reason.id, text: body.dispute_text_reason, email: body.email, images };
    const before = found.status;
    setReturnStatus(call.records, call.shop, found, 'SELLER_DISPUTE', call.shop.nextInstant());
    call.notifyReturn(found, before);
    return { response: { return_sn: found.sn, msg: 'success' } };
  },
};

export const disputeEndpoints: readonly ShopEndpoint[] = [confirm, getDisputeReasons, convertImage, dispute];
