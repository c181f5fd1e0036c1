import { message } from '@evenstock/contract/messages/message';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { notify, resolveNotifications } from '../../journal/notify.ts';
import { lockMarketplace } from '../../marketplaces/consent/lock-marketplace.ts';
import type { NamedMarketplace } from '../../marketplaces/consent/named-marketplace.ts';
import { codesMadeAnew } from '../variants/merges.queries.ts';
import type { ListingScope } from './record-listings.ts';

/** How many codes the notification names. */
const MOST_NAMED = 5;

/**
 * Notifies a store's members once that listings were deleted at a shop and made anew there: they are SKUs of their own until somebody
 * merges them back.
 */
export function followMadeAnew(ctx: Context, scope: ListingScope): Promise<void> {
  return inTransaction(ctx.db, async (tx) => {
    const marketplace = await lockMarketplace(tx, scope.marketplaceId);
    const codes = marketplace === null ? [] : await codesMadeAnew(tx, scope.marketplaceId);
    if (marketplace === null || codes.length === 0) await resolve(tx, scope, ctx.clock.now());
    else await notifyOfCodes(tx, marketplace, codes, ctx.clock.now());
  });
}

/** Resolves the notification of a shop whose last listing of this kind was merged back, in the transaction of the merge. */
export async function resolveMadeAnew(tx: Tx, scope: ListingScope, at: Date): Promise<void> {
  if ((await codesMadeAnew(tx, scope.marketplaceId)).length === 0) await resolve(tx, scope, at);
}

const resolve = (tx: Tx, { storeId, marketplaceId }: ListingScope, at: Date): Promise<void> =>
  resolveNotifications(tx, { storeId, kinds: ['made_anew'], subjectId: marketplaceId, at });

async function notifyOfCodes(
  tx: Tx,
  { id, storeId, name }: NamedMarketplace,
  codes: readonly string[],
  at: Date,
): Promise<void> {
  const more = codes.length - MOST_NAMED;
  await notify(tx, {
    kind: 'made_anew',
    storeId,
    subjectId: id,
    userId: null,
    title: message('pulls.made_anew', { marketplace: name }),
    paragraphs: [
      message('pulls.made_anew_text'),
      [
        message('pulls.made_anew_codes', { codes: codes.slice(0, MOST_NAMED).join(', ') }),
        ...(more > 0 ? [message('pulls.made_anew_more', { more })] : []),
      ],
    ],
    place: '/products/merge?tab=suggested',
    at,
  });
}
