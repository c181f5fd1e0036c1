import { message } from '@evenstock/contract/messages/message';
import type { Context } from '../../../context.ts';
import { enqueue } from '../../../platform/jobs/jobs.ts';
import { invalid, notFound, Refusal, type Actor } from '../../../api/routing.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { recordActivity } from '../../journal/record-activity.ts';
import { languageOf, mailPerson } from '../../journal/mail-person.ts';
import { lockStore } from '../members/lock-store.ts';
import { countReferralMails, findReferrer, noteReferralMails, storeOfCode } from './referrals.queries.ts';
import { referralAddress } from './referrals.rules.ts';
import { mailReferralJob } from '../store/stores.jobs.ts';

const DAY = 24 * 60 * 60_000;
/** The shortest interval of a store's mails to one address, in milliseconds. */
const PAUSE = 14 * DAY;
/** The most addresses that a store mails in a day. */
const MOST_A_DAY = 100;

/**
 * Mails a store's referral link to friends. Addresses that the store mailed within two weeks are skipped.
 * @param emails in lower case, each once
 * @returns how many addresses are mailed
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
    await lockStore(tx, actor, storeId, 'referral.send');
    const today = await countReferralMails(tx, storeId, new Date(now.getTime() - DAY));
    if (today + emails.length > MOST_A_DAY) {
      throw invalid('emails', message('stores.too_many_referrals', { count: MOST_A_DAY }));
    }
    const invited = await noteReferralMails(tx, {
      storeId,
      userId: actor.userId,
      emails,
      now,
      notSince: new Date(now.getTime() - PAUSE),
    });
    for (const email of invited) await enqueue(tx, mailReferralJob, { storeId, email });
    await recordActivity(tx, {
      storeId,
      key: 'store.refer',
      actor: { type: 'User', id: actor.userId },
      recipient: null,
      extras: { count: invited.length },
      at: now,
    });
    return invited.length;
  });
}

/** Mails one address about Evenstock, with the store's referral link; a stranger in the language of its owner. */
export async function mailReferral(ctx: Context, storeId: number, email: string): Promise<void> {
  const referrer = await findReferrer(ctx.db, storeId);
  if (referrer === null) return;
  const { name, code, ownerEmail } = referrer;
  const language = ownerEmail === null ? null : await languageOf(ctx, ownerEmail);
  await mailPerson(
    ctx,
    { to: email, otherwise: language },
    {
      subject: message('mails.referral_subject', { store: name }),
      paragraphs: [message('mails.referral', { store: name }), message('mails.referral_offer')],
      action: {
        label: message('mails.referral_action'),
        url: referralAddress(ctx.settings.publicUrl, code),
      },
      closing: [message('mails.referral_once')],
    },
  );
}

/**
 * The name of the store that a referral link belongs to.
 * @throws Refusal 404 for an unknown code, or where referring is switched off
 */
export async function showReferrer(ctx: Context, code: string | undefined): Promise<string> {
  requireReferral(ctx);
  const store = await storeOfCode(ctx.db, code ?? '');
  if (store === null) throw notFound('store_of_link');
  return store.name;
}

function requireReferral(ctx: Context): void {
  if (!ctx.settings.referralOn) {
    throw new Refusal(404, message('stores.referring_is_off'));
  }
}
