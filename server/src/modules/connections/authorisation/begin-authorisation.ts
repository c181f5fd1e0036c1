import { createHash, randomBytes } from 'node:crypto';
import { channels } from '@evenstock/contract/channels/channels';
import { message } from '@evenstock/contract/messages/message';
import type { Context } from '../../../context.ts';
import { invalid, type Actor } from '../../../api/routing.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { recordActivity } from '../../journal/record-activity.ts';
import { deleteStatesExpiredBefore, insertState } from './authorisation-states.queries.ts';
import { returnAddress, STATE_LIFE } from './authorisation.rules.ts';
import { requireAuthorisable } from '../../marketplaces/consent/require-authorisable.ts';
import type { MarketplaceRecord } from '../../marketplaces/show-marketplace.ts';

/** The hash of a `state`, which is what the database stores. */
export function hashState(state: string): Buffer {
  return createHash('sha256').update(state).digest();
}

/**
 * Begins the authorisation of a marketplace.
 * @returns where to send the browser, and the `state` that its return must carry: used once, within ten minutes,
 *   by the same account, for the same store and marketplace
 * @throws Refusal 422
 */
export async function beginAuthorisation(
  ctx: Context,
  actor: Actor,
  store: { readonly id: number; readonly slug: string },
  marketplace: MarketplaceRecord,
): Promise<{ authentication_url: string; state: string }> {
  const { channel } = marketplace;
  requireAuthorisable(marketplace);
  const app = ctx.apps[channel];
  if (app === undefined) {
    const { label } = channels[channel];
    throw invalid('marketplace', message('connections.no_app_keys', { channel: label }));
  }
  const { authorisation } = ctx.connectors[channel];
  if (authorisation.by === 'keys') {
    throw invalid(
      'marketplace',
      message('connections.verified_with_keys', { marketplace: marketplace.name }),
    );
  }
  const state = randomBytes(32).toString('base64url');
  const now = ctx.clock.now();
  await inTransaction(ctx.db, async (tx) => {
    await deleteStatesExpiredBefore(tx, new Date(now.getTime() - STATE_LIFE));
    await insertState(tx, {
      hash: hashState(state),
      userId: actor.userId,
      storeId: store.id,
      marketplaceId: marketplace.id,
      channel,
      now,
      expiresAt: new Date(now.getTime() + STATE_LIFE),
    });
    await recordActivity(tx, {
      storeId: store.id,
      key: 'marketplace.authenticate',
      actor: { type: 'User', id: actor.userId },
      recipient: { type: 'Marketplace', id: marketplace.id },
      at: now,
    });
  });
  const authentication_url = authorisation.begin(app, {
    returnTo: returnAddress(ctx.settings.publicUrl, channel, store.slug, marketplace.slug),
    state,
    shopName: marketplace.shopName,
    now,
  });
  return { authentication_url, state };
}
