import { message } from '@evenstock/contract/messages/message';
import type {
  ActionResult,
  DisputeAsked,
  Effect,
  ReturnAcceptance,
  ReturnAnswer,
  ReturnDispute,
} from '../kit/capabilities.ts';
import type { Access } from '../kit/access.ts';
import { rejected } from '../kit/errors.ts';
import { checking, done, catchRejection, effectOfParts } from '../kit/rejections.ts';
import type { KnownRejection, Took } from '../kit/rejections.ts';
import { callSeller } from './client.ts';
import { uploadImage } from './images.ts';
import { isSellers, readRefusalReasons, readReverseOrder, reverseStateOf } from './returns.ts';
import type { ReverseLine, ReverseOrder } from './wire-actions.ts';
import { channel } from './channel.ts';

const group = 'orders';

/**
 * The seller accepts (lazada.md 6.2): first that the goods come back (agreeReturn), and when they are back, the refund
 * (agreeRefund). A refund without goods is agreed at once.
 */
export const returnAcceptance: ReturnAcceptance = {
  fields: [],
  accept: {
    perform: (access, asked) => catchRejection(knownRejections, (took) => accept(access, asked, took)),
    check: (access, asked) => checking(() => answered(access, asked, 'accepted')),
  },
};

/** The seller refuses, with a reason, a comment and, where goods are back or none are sent, images (lazada.md 6.2). */
export const returnDispute: ReturnDispute = {
  mostImages: 3,
  asksEmail: false,
  async reasons(access, returnId) {
    const raw = await mustRead(access, returnId);
    const [line] = openLines(raw);
    if (line === undefined) throw rejected('114', overWords);
    return readRefusalReasons(access, line.reverse_order_line_id, true);
  },
  dispute: {
    perform: (access, asked) => catchRejection(knownRejections, (took) => refuse(access, asked, took)),
    check: (access, asked) => checking(() => answered(access, asked, 'refused')),
  },
};

/** The lines that wait for the seller. */
const openLines = (raw: ReverseOrder): ReverseLine[] =>
  isSellers(raw) ? raw.reverse_order_lines.filter((line) => reverseStateOf(line) === 'pending') : [];

async function accept(access: Access, asked: ReturnAnswer, took: Took): Promise<ActionResult> {
  const raw = await mustRead(access, asked.returnId);
  const open = openLines(raw);
  if (open.length === 0) return overOr(raw, 'accepted');
  if (raw.request_type === 'ONLY_REFUND') {
    for (const line of open) {
      await decideRefund(access, raw, line, { action: 'agreeRefund' });
      took();
    }
    return done;
  }
  // Lines of one reverse order may be at different steps, which are agreed to separately.
  for (const [action, isAt] of [
    ['agreeReturn', (line: ReverseLine) => !isBack(line)],
    ['agreeRefund', isBack],
  ] as const) {
    const lines = open.filter(isAt);
    if (lines.length === 0) continue;
    await update(access, raw, lines, { action });
    took();
  }
  return done;
}

async function refuse(access: Access, asked: DisputeAsked, took: Took): Promise<ActionResult> {
  const raw = await mustRead(access, asked.returnId);
  const open = openLines(raw);
  if (open.length === 0) return overOr(raw, 'refused');
  if (asked.text.trim() === '') throw rejected('109', message('refusals.comment_needed'));
  const needsImages = raw.request_type === 'ONLY_REFUND' || open.some(isBack);
  if (needsImages && asked.images.length === 0) {
    throw rejected('110', message('refusals.image_needed', { channel }));
  }
  const images: { name: string; url: string }[] = [];
  for (const image of needsImages ? asked.images.slice(0, returnDispute.mostImages) : []) {
    images.push({ name: image.name, url: await uploadImage(access, image) });
  }
  // One line a call: refusals are not taken in batches (lazada.md 6.2, 111 and 133).
  for (const line of open) {
    await refuseLine(access, raw, line, asked, images);
    took();
  }
  return done;
}

function refuseLine(
  access: Access,
  raw: ReverseOrder,
  line: ReverseLine,
  asked: DisputeAsked,
  images: readonly { readonly name: string; readonly url: string }[],
): Promise<void> {
  const comment = asked.text.trim();
  if (raw.request_type === 'ONLY_REFUND') {
    const list = images.map(({ name, url }) => ({ file_name: name, file_url: url }));
    return decideRefund(access, raw, line, {
      action: 'startDispute',
      comment,
      image_info_list: JSON.stringify(list),
    });
  }
  return update(access, raw, [line], {
    action: isBack(line) ? 'refuseRefund' : 'refuseReturn',
    reason_id: asked.reason,
    comment,
    ...(isBack(line) ? { image_info: JSON.stringify(images) } : {}),
  });
}

const isBack = (line: ReverseLine): boolean => line.reverse_status === 'RTM_RECEIVE_ITEM';

/** lazada.md 6.2: /order/reverse/return/update. */
async function update(
  access: Access,
  raw: ReverseOrder,
  lines: readonly ReverseLine[],
  more: Readonly<Record<string, string>>,
): Promise<void> {
  await callSeller(access, {
    method: 'GET',
    path: '/order/reverse/return/update',
    group,
    parameters: { reverse_order_id: raw.reverse_order_id, reverse_order_item_ids: idsOf(lines), ...more },
  });
}

/** lazada.md 6.2: /order/reverse/onlyrefund/seller/decide, exactly one line a call. */
async function decideRefund(
  access: Access,
  raw: ReverseOrder,
  line: ReverseLine,
  more: Readonly<Record<string, string>>,
): Promise<void> {
  await callSeller(access, {
    method: 'GET',
    path: '/order/reverse/onlyrefund/seller/decide',
    group,
    parameters: { reverse_order_id: raw.reverse_order_id, reverse_order_item_ids: idsOf([line]), ...more },
  });
}

const idsOf = (lines: readonly ReverseLine[]): string =>
  `[${lines.map((line) => line.reverse_order_line_id).join(',')}]`;

async function mustRead(access: Access, returnId: string): Promise<ReverseOrder> {
  const raw = await readReverseOrder(access, returnId);
  if (raw !== null) return raw;
  throw rejected('112', message('refusals.return_gone', { channel }));
}

type Answer = 'accepted' | 'refused';

/** Whether a return without an open request has the state that this answer leads to. */
function stands(raw: ReverseOrder, wanted: Answer): boolean {
  const states = raw.reverse_order_lines.map(reverseStateOf);
  if (wanted === 'refused') return states.some((state) => state === 'refused' || state === 'disputed');
  return isSellers(raw) && states.some((state) => state === 'accepted' || state === 'to_return');
}

/** An earlier try may have taken effect though its reply was lost. */
function overOr(raw: ReverseOrder, wanted: Answer): ActionResult {
  if (stands(raw, wanted)) return done;
  throw rejected('114', isSellers(raw) ? overWords : warehouseWords);
}

async function answered(access: Access, { returnId }: ReturnAnswer, wanted: Answer): Promise<Effect> {
  const raw = await mustRead(access, returnId);
  if (openLines(raw).length > 0) return effectOfParts(channel, [stands(raw, wanted), false]);
  return stands(raw, wanted)
    ? { effect: 'done' }
    : { effect: 'refused', code: '114', reason: isSellers(raw) ? overWords : warehouseWords };
}

const overWords = message('refusals.return_answered', { channel });
const warehouseWords = message('refusals.return_at_warehouse', { channel });

const knownRejections: readonly KnownRejection[] = [
  { when: /^(107|114|125|126|127)\b(?!.*warehouse)/, reason: overWords, mayPass: false },
  { when: /^112\b/, reason: message('refusals.return_gone', { channel }), mayPass: false },
  { when: /^108\b/, reason: message('refusals.reason_needed'), mayPass: false },
];
