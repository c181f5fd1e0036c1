import { message } from '@evenstock/contract/messages/message';
import { zoneOfCountry } from '@evenstock/contract/stores/stores';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { pagesAlone, togetherOrEach } from '../../../platform/jobs/each-alone.ts';
import { enqueue } from '../../../platform/jobs/jobs.ts';
import { after } from '../../../platform/time/time-spans.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { listUnread, readerOf } from '../../journal/list-notifications.ts';
import { mailPerson } from '../../journal/mail-person.ts';
import { nextDigest } from './digest-times.rules.ts';
import { dueDigests, findDigestReader, lockDue, moveDigest } from './digests.queries.ts';
import { mailDigestJob } from '../store/stores.jobs.ts';

const AT_ONCE = 100;
const MOST_NAMED = 20;
/** A notification is committed within this time of its own time. */
const COMMITTED_MS = 60_000;

/** Enqueues the mail of each digest that is due, in the transaction that moves it on to the next day. */
export async function startDigests(ctx: Context): Promise<void> {
  const of = { log: ctx.log, task: 'stores.start_digests' };
  await pagesAlone(
    (last: number | null) => dueDigests(ctx.db, ctx.clock.now(), { after: last ?? 0, limit: AT_ONCE }),
    (page) => togetherOrEach(of, page, (ids) => inTransaction(ctx.db, (tx) => start(tx, ctx, ids))),
  );
}

async function start(tx: Tx, ctx: Context, storeProfileIds: readonly number[]): Promise<void> {
  const now = ctx.clock.now();
  for (const { storeProfileId, since, country } of await lockDue(tx, storeProfileIds, now)) {
    const until = new Date(Math.max(since.getTime(), after(now, -COMMITTED_MS).getTime()));
    await enqueue(tx, mailDigestJob, { storeProfileId, since: since.getTime(), until: until.getTime() });
    await moveDigest(tx, storeProfileId, until, nextDigest(now, zoneOfCountry[country]));
  }
}

/**
 * Mails a member the unread notifications of a period; nothing where there are none. Run again after a kill, the mail has the same
 * id, by which the mail server or its reader drops the second.
 */
export async function mailDigest(
  ctx: Context,
  { storeProfileId, since, until }: { storeProfileId: number; since: number; until: number },
): Promise<void> {
  const member = await findDigestReader(ctx.db, storeProfileId);
  if (member === null) return;
  const { userId, userRole, storeId, storeRole, slug, name: store, language, email } = member;
  const reader = readerOf({ userId, role: userRole }, { id: storeId, role: storeRole });
  const period = { since: new Date(since), until: new Date(until) };
  const { titles, total } = await listUnread(ctx, reader, period, MOST_NAMED);
  if (total === 0) return;
  const more = total - titles.length;
  await mailPerson(
    ctx,
    { to: email, otherwise: language, id: `digest-${String(storeProfileId)}-${String(until)}` },
    {
      subject: message('mails.digest_subject', { count: total, store }),
      paragraphs: [
        message('mails.digest', { store }),
        ...titles,
        ...(more > 0 ? [message('mails.digest_more', { more })] : []),
      ],
      action: {
        label: message('mails.digest_action'),
        url: `${ctx.settings.publicUrl}/stores/${slug}/summary`,
      },
      closing: [message('mails.digest_by_switch', { store })],
    },
  );
}
