import type { CallReply } from '@evenstock/contract/api/endpoint';
import type { switchDigest as endpoint } from '@evenstock/contract/stores/stores';
import { announce } from '../../../api/live.ts';
import { notFound, type Call } from '../../../api/routing.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { nextDigest } from './digest-times.rules.ts';
import { setDigest } from './digests.queries.ts';

/** Switches the caller's daily mail of a store on or off. @throws Refusal 404 if the caller is not a member */
export async function switchDigest({
  ctx,
  actor,
  store,
  body,
}: Call<typeof endpoint>): Promise<CallReply<typeof endpoint>> {
  const { language } = body.digest;
  const now = ctx.clock.now();
  const on = language === null ? null : { language, since: now, dueAt: nextDigest(now, store.timeZone) };
  await inTransaction(ctx.db, async (tx) => {
    const isMember = await setDigest(tx, { storeId: store.id, userId: actor.userId }, on);
    if (!isMember) throw notFound('record');
    await announce(tx, store.id, 'store', [store.id]);
  });
  return { digest: { language } };
}
