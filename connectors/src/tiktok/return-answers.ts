import { message } from '@evenstock/contract/messages/message';
import type {
  ActionResult,
  Effect,
  ReturnAcceptance,
  ReturnAnswer,
  ReturnDispute,
  ReturnState,
} from '../kit/capabilities.ts';
import type { Access } from '../kit/access.ts';
import { rejected } from '../kit/errors.ts';
import { checking, done, catchRejection } from '../kit/rejections.ts';
import type { KnownRejection } from '../kit/rejections.ts';
import { readRejectReasons } from './buyer-cancellation.ts';
import { callShop } from './client.ts';
import { askedOf, readReturn, returnStateOf } from './returns.ts';
import type { ReturnOrder } from './wire.ts';
import { channel } from './channel.ts';

/** The seller agrees to what TikTok asks for now: the refund, the return, or what came back (tiktok.md 6: approve). */
export const returnAcceptance: ReturnAcceptance = {
  fields: [],
  accept: {
    perform: (access, asked) =>
      catchRejection(knownRejections, () =>
        answer(access, asked, accepted, 'approve', ({ accept }) => ({ decision: accept })),
      ),
    check: (access, asked) => checking(() => came(access, asked, accepted)),
  },
};

/** The seller refuses it, with a reason (tiktok.md 6: reject). */
export const returnDispute: ReturnDispute = {
  // The document does not say in what form pictures are sent.
  mostImages: 0,
  asksEmail: false,
  reasons: (access, returnId) => readRejectReasons(access, returnId),
  dispute: {
    perform: (access, asked) =>
      catchRejection(knownRejections, () =>
        answer(access, asked, refused, 'reject', ({ refuse }) => ({
          decision: refuse,
          reject_reason: asked.reason,
          comment: asked.text,
        })),
      ),
    check: (access, asked) => checking(() => came(access, asked, refused)),
  },
};

/** States of a return after the seller agreed, or refused, and has nothing more to do. */
const accepted: ReadonlySet<ReturnState> = new Set<ReturnState>(['accepted', 'to_return']);
const refused: ReadonlySet<ReturnState> = new Set<ReturnState>(['refused', 'disputed']);

type Asked = NonNullable<ReturnType<typeof askedOf>>;

/** Whether nothing more is asked and the return has the state that this answer leads to: an earlier attempt took effect. */
function isAnswered(raw: ReturnOrder, ends: ReadonlySet<ReturnState>): boolean {
  return askedOf(raw) === null && ends.has(returnStateOf(raw.return_status));
}

async function answer(
  access: Access,
  { returnId, attemptKey }: ReturnAnswer,
  ends: ReadonlySet<ReturnState>,
  verb: 'approve' | 'reject',
  bodyOf: (asked: Asked) => unknown,
): Promise<ActionResult> {
  const raw = await mustRead(access, returnId);
  if (isAnswered(raw, ends)) return done;
  const asked = askedOf(raw);
  if (asked === null) throw rejected('nothing_asked', nothingAskedWords);
  await callShop(access, {
    method: 'POST',
    path: `/return_refund/202309/returns/${encodeURIComponent(returnId)}/${verb}`,
    // The same key for the same attempt: a second hearing of it is not an answer to the return's next question.
    query: { idempotency_key: attemptKey },
    body: bodyOf(asked),
    group: 'aftersales',
  });
  return done;
}

async function came(
  access: Access,
  { returnId }: ReturnAnswer,
  ends: ReadonlySet<ReturnState>,
): Promise<Effect> {
  const raw = await mustRead(access, returnId);
  if (isAnswered(raw, ends)) return { effect: 'done' };
  if (askedOf(raw) !== null) return { effect: 'not_done' };
  return { effect: 'refused', code: 'nothing_asked', reason: nothingAskedWords };
}

async function mustRead(access: Access, returnId: string): Promise<ReturnOrder> {
  const raw = await readReturn(access, returnId);
  if (raw !== null) return raw;
  throw rejected('return_not_found', message('refusals.return_gone', { channel }));
}

const nothingAskedWords = message('refusals.return_answered', { channel });

const knownRejections: readonly KnownRejection[] = [
  { when: /^25001001\b/, reason: nothingAskedWords, mayPass: false },
];
