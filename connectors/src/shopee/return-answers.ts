import { fromChannel, message, type Message } from '@evenstock/contract/messages/message';
import type {
  ActionResult,
  ChannelReturn,
  DisputeAsked,
  Effect,
  Reason,
  ReturnAcceptance,
  ReturnAnswer,
  ReturnDispute,
} from '../kit/capabilities.ts';
import type { Access } from '../kit/access.ts';
import { rejected } from '../kit/errors.ts';
import { checking, done, catchRejection } from '../kit/rejections.ts';
import type { KnownRejection } from '../kit/rejections.ts';
import { callShop, responseOf, wireId } from './client.ts';
import { multipart } from '../kit/multipart.ts';
import { returns } from './returns.ts';
import { convertedImage, disputeReasons } from './wire-actions.ts';
import type { DisputeReason } from './wire-actions.ts';
import { channel } from './channel.ts';

/** The seller agrees to the refund (shopee.md 6.2: confirm). */
export const returnAcceptance: ReturnAcceptance = {
  fields: [],
  accept: {
    perform: (access, asked) => catchRejection(knownRejections, () => accept(access, asked)),
    check: (access, asked) => checking(() => came(access, asked, 'accepted')),
  },
};

/** The seller disputes a return (shopee.md 6.2: get_return_dispute_reason, convert_image, dispute). */
export const returnDispute: ReturnDispute = {
  mostImages: 3,
  asksEmail: true,
  async reasons(access, returnId) {
    return (await readReasons(access, returnId)).map(reasonOf);
  },
  nameOf: (id) => reasonNames[id] ?? (/^\d+$/.test(id) ? message('asked.numbered_reason', { id }) : null),
  dispute: {
    perform: (access, asked) => catchRejection(knownRejections, () => dispute(access, asked)),
    check: (access, asked) => checking(() => came(access, asked, 'disputed')),
  },
};

async function accept(access: Access, { returnId }: ReturnAnswer): Promise<ActionResult> {
  const now = await mustRead(access, returnId);
  if (now.state === 'accepted') return done;
  await callShop(access, {
    method: 'POST',
    path: '/api/v2/returns/confirm',
    body: { return_sn: returnId },
  });
  return done;
}

async function dispute(access: Access, asked: DisputeAsked): Promise<ActionResult> {
  const now = await mustRead(access, asked.returnId);
  if (now.state === 'disputed') return done;
  if (asked.email === null || asked.email.trim() === '') {
    throw rejected('email_needed', message('refusals.email_needed', { channel }));
  }
  const reason = (await readReasons(access, asked.returnId)).find(
    (each) => each.dispute_reason === asked.reason,
  );
  if (reason === undefined) {
    throw rejected('reason_not_offered', message('refusals.reason_gone', { channel }));
  }
  const images = await evidenceOf(access, asked, reason);
  await callShop(access, {
    method: 'POST',
    path: '/api/v2/returns/dispute',
    body: {
      return_sn: asked.returnId,
      email: asked.email.trim(),
      dispute_reason_id: wireId(asked.reason),
      dispute_text_reason: asked.text,
      ...(images.length === 0 ? {} : { image_list: images }),
    },
  });
  return done;
}

/** The seller's images, under each piece of evidence that the reason requires; under its first where it requires none. */
async function evidenceOf(access: Access, asked: DisputeAsked, reason: DisputeReason): Promise<unknown[]> {
  const required = reason.evidence_module_list.filter((each) => each.is_required);
  if (required.length > 0 && asked.images.length === 0) {
    throw rejected('images_needed', message('refusals.image_needed', { channel }));
  }
  if (asked.images.length > returnDispute.mostImages) {
    throw rejected('too_many_images', message('refusals.too_many_images', { channel, most: 3 }));
  }
  const modules = required.length > 0 ? required : reason.evidence_module_list.slice(0, 1);
  if (modules.length === 0) return [];
  const urls: string[] = [];
  for (const image of asked.images) urls.push(await uploadImage(access, asked.returnId, image));
  if (urls.length === 0) return [];
  return modules.map((each) => ({
    module_index: each.module_index,
    requirement: each.requirement ?? '',
    image_url: urls,
  }));
}

/** convert_image: one file a call, jpg or png of at most 10 MB (shopee.md 6.2). */
async function uploadImage(
  access: Access,
  returnId: string,
  image: DisputeAsked['images'][number],
): Promise<string> {
  if (!['image/jpeg', 'image/png'].includes(image.mediaType) || image.bytes.length > 10_000_000) {
    throw rejected('image_refused', message('refusals.image_formats', { channel, megabytes: 10 }));
  }
  const path = '/api/v2/returns/convert_image';
  const form = multipart({ return_sn: returnId }, { field: 'upload_image', ...image });
  return responseOf(convertedImage, await callShop(access, { method: 'POST', path, form }), path).url;
}

async function readReasons(access: Access, returnId: string): Promise<DisputeReason[]> {
  const path = '/api/v2/returns/get_return_dispute_reason';
  const answer = await callShop(access, { method: 'GET', path, query: { return_sn: returnId } });
  return responseOf(disputeReasons, answer, path).dispute_reason_list;
}

/** The reasons by their ids (shopee.md 6.2). Shopee says for each return which are allowed. */
const reasonNames: Readonly<Record<string, Message>> = {
  1: message('asked.reject_non_receipt'),
  2: message('asked.reject_return'),
  3: message('asked.return_not_received'),
  4: message('asked.return_not_received'),
  9: message('asked.shipped_with_proof'),
  10: message('asked.sent_right_item'),
  11: message('asked.fine_when_sent'),
  13: message('asked.return_damaged'),
  41: message('asked.shipped_with_proof'),
  42: message('asked.sent_right_item'),
  43: message('asked.fine_when_sent'),
  46: message('asked.return_not_received'),
  47: message('asked.return_damaged'),
  48: message('asked.return_incomplete'),
  49: message('asked.return_wrong_item'),
  50: message('asked.claim_incorrect'),
  53: message('asked.claim_incorrect'),
  54: message('asked.refund_wrong'),
  56: message('asked.return_used'),
  81: message('asked.return_not_received'),
  82: message('asked.return_damaged'),
  83: message('asked.return_incomplete'),
  84: message('asked.return_wrong_item'),
  86: message('asked.claim_incorrect'),
  89: message('asked.return_used'),
};

function reasonOf({ dispute_reason: id, dispute_requirement: requirement }: DisputeReason): Reason {
  const named = requirement ? fromChannel(requirement) : message('asked.numbered_reason', { id });
  const label = reasonNames[id] ?? named;
  return { key: id, label, needsLines: false, needsDetail: false };
}

async function mustRead(access: Access, returnId: string): Promise<ChannelReturn> {
  const now = await returns.read(access, returnId);
  if (now !== null) return now;
  throw rejected('return_not_found', notFoundWords);
}

/** Whether the return reached that state; refused once it ended otherwise. */
async function came(
  access: Access,
  { returnId }: ReturnAnswer,
  wanted: 'accepted' | 'disputed',
): Promise<Effect> {
  const { state } = await mustRead(access, returnId);
  if (state === wanted) return { effect: 'done' };
  const isOpen = state === 'pending' || state === 'to_return' || state === 'unknown';
  if (isOpen || (wanted === 'disputed' && state === 'accepted')) return { effect: 'not_done' };
  return { effect: 'refused', code: 'error_return_status', reason: wrongStatusWords };
}

const notFoundWords = message('refusals.return_gone', { channel });
const wrongStatusWords = message('refusals.return_answered', { channel });

const knownRejections: readonly KnownRejection[] = [
  { when: /error_return_status|\billegal\b/, reason: wrongStatusWords, mayPass: false },
  {
    when: /error_validation/,
    reason: message('refusals.return_at_warehouse', { channel }),
    mayPass: false,
  },
  { when: /doesn't exist/, reason: notFoundWords, mayPass: false },
];
