import type { Context } from '../../context.ts';
import { enqueue } from '../../platform/jobs.ts';
import { layOutMail } from '../../platform/mail-layout.ts';
import { invalid, notFound, Refusal, type Actor } from '../../api/routing.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { recordActivity } from '../journal/record-activity.ts';
import { holdStore } from './hold-store.ts';
import { countReferralMails, findReferrer, noteReferralMails, storeOfCode } from './referrals.queries.ts';
import { referralAddress } from './referrals.rules.ts';
import { mailReferralJob } from './stores.jobs.ts';

const DAY = 24 * 60 * 60_000;
/** An address hears from one store at most this often, in milliseconds. */
const PAUSE = 14 * DAY;
/** So many addresses hear from one store within a day. */
const MOST_A_DAY = 100;

/**
 * Tells people of Evenstock in a store's name, each by a mail with the store's referral link. Who heard of it from this store
 * within two weeks is left alone.
 * @param emails in lower case, each once
 * @returns how many are written to
 * @throws Refusal 404 where referring is switched off, 422 for too many in a day
 */
export async function referFriends(
  ctx: Context,
  actor: Pick<Actor, 'userId' | 'role'>,
  storeId: number,
  emails: readonly string[],
): Promise<number> {
  requireReferral(ctx);
  const now = ctx.clock.now();
  return inTransaction(ctx.db, async (tx) => {
    await holdStore(tx, actor, storeId, 'referral.send');
    const today = await countReferralMails(tx, storeId, new Date(now.getTime() - DAY));
    if (today + emails.length > MOST_A_DAY) {
      throw invalid(
        'emails',
        `Your store can write to ${String(MOST_A_DAY)} addresses a day. Go on tomorrow`,
      );
    }
    const told = await noteReferralMails(tx, {
      storeId,
      userId: actor.userId,
      emails,
      now,
      notSince: new Date(now.getTime() - PAUSE),
    });
    for (const email of told) await enqueue(tx, mailReferralJob, { storeId, email });
    await recordActivity(tx, {
      storeId,
      key: 'store.refer',
      actor: { type: 'User', id: actor.userId },
      recipient: null,
      extras: { count: told.length },
      at: now,
    });
    return told.length;
  });
}

/** Mails one address what Evenstock is, and the link of the store that recommends it. */
export async function mailReferral(ctx: Context, storeId: number, email: string): Promise<void> {
  const referrer = await findReferrer(ctx.db, storeId);
  if (referrer === null) return;
  const { name, code } = referrer;
  await ctx.mail.send({
    to: email,
    ...layOutMail({
      subject: `${name} recommends Evenstock to you`,
      paragraphs: [
        `${name} keeps one stock in step on every marketplace with Evenstock, and thinks that you could, too.`,
        'Sign up by this link and get a $50 voucher offer.',
      ],
      action: { label: 'See the offer', url: referralAddress(ctx.settings.publicUrl, code) },
      closing: ['You get this mail once, because somebody at this store typed in your address.'],
    }),
  });
}

/**
 * The name of the store that a referral link belongs to.
 * @throws Refusal 404 for an unknown code, or where referring is switched off
 */
export async function showReferrer(ctx: Context, code: string | undefined): Promise<string> {
  requireReferral(ctx);
  const store = await storeOfCode(ctx.db, code ?? '');
  if (store === null) throw notFound('The store of this link');
  return store.name;
}

function requireReferral(ctx: Context): void {
  if (!ctx.settings.referralOn) {
    throw new Refusal(404, 'Referring friends is switched off here.');
  }
}
