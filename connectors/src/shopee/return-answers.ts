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
  async reasons(access, returnId) {
    return (await readReasons(access, returnId)).map(reasonOf);
  },
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
    throw rejected(
      'email_needed',
      'Shopee needs an e-mail address at which it can ask about the dispute. Enter one.',
    );
  }
  const reason = (await readReasons(access, asked.returnId)).find(
    (each) => each.dispute_reason === asked.reason,
  );
  if (reason === undefined) {
    throw rejected(
      'reason_not_offered',
      'Shopee does not offer this reason for this return any more. Choose another.',
    );
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
    throw rejected('images_needed', 'Shopee needs at least one image as evidence for this reason. Add one.');
  }
  if (asked.images.length > returnDispute.mostImages) {
    throw rejected('too_many_images', 'Shopee takes at most 3 images.');
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
    throw rejected('image_refused', 'Shopee takes JPG and PNG images of at most 10 MB.');
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

/** What the ids of reasons say (shopee.md 6.2); which of them may be given is asked for each return. */
const reasonNames: Readonly<Record<string, string>> = {
  1: 'Reject the claim of non-receipt',
  2: 'Reject the return',
  3: 'Return not received',
  4: 'Return not received',
  9: 'Shipped, and there is proof',
  10: 'Sent the right item',
  11: 'The item was fine when sent',
  13: 'The return came damaged',
  41: 'Shipped, and there is proof',
  42: 'Sent the right item',
  43: 'The item was fine when sent',
  46: 'Return not received',
  47: 'The return came damaged',
  48: 'The return is incomplete',
  49: 'The return is a wrong item',
  50: 'The buyer’s claim is incorrect',
  53: 'The claim is incorrect',
  54: 'The refund amount is wrong',
  56: 'The return was used',
  81: 'Return not received',
  82: 'The return came damaged',
  83: 'The return is incomplete',
  84: 'The return is a wrong item',
  86: 'The buyer’s claim is incorrect',
  89: 'The return was used',
};

function reasonOf({ dispute_reason: id, dispute_requirement: requirement }: DisputeReason): Reason {
  const label = reasonNames[id] ?? requirement ?? `Reason ${id}`;
  return { key: id, label, needsLines: false, needsDetail: false };
}

async function mustRead(access: Access, returnId: string): Promise<ChannelReturn> {
  const now = await returns.read(access, returnId);
  if (now !== null) return now;
  throw rejected('return_not_found', notFoundWords);
}

/** Whether the return has come to that state; over once it has come to another end. */
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

const notFoundWords =
  'Shopee has no such return in this shop any more. Sync the order to see where it stands.';
const wrongStatusWords =
  'Shopee does not take this answer in the state that the return has now. Sync the order to see where it stands.';

const knownRejections: readonly KnownRejection[] = [
  { when: /error_return_status|\billegal\b/, reason: wrongStatusWords, mayPass: false },
  {
    when: /error_validation/,
    reason: 'Shopee’s warehouse examines this return and decides on it. There is nothing to answer.',
    mayPass: false,
  },
  { when: /doesn't exist/, reason: notFoundWords, mayPass: false },
];
