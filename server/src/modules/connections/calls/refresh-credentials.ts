import { message } from '@evenstock/contract/messages/message';
import { randomUUID } from 'node:crypto';
import { ChannelError, unavailable } from '@evenstock/connectors/kit/errors';
import type { Urgency } from '@evenstock/connectors/kit/rate-limit';
import type { Context } from '../../../context.ts';
import { limitsOf } from '../limits/rate-limit.rules.ts';
import { openTransport } from './channel-transport.ts';
import { claimRefresh, lockIfCurrent, releaseRefresh, storeRefreshed } from './credentials.queries.ts';
import { sealCredentials } from './credentials.ts';
import { endAuthorisation } from './end-authorisation.ts';
import { openConnection, type Connection } from './open-connection.ts';

/** The lease of a refresh, longer than its call with its wait for tokens can take. */
const CLAIM_MS = 60_000;
const LOOK_AGAIN_MS = 200;

/**
 * Refreshes credentials under a lease: one worker calls, the others wait and use the result. New credentials are stored before they
 * are used, as the old ones may no longer work.
 * @throws ChannelError unauthorised when the marketplace wants the seller's consent again
 */
export async function refreshCredentials(
  ctx: Context,
  stale: Connection,
  urgency: Urgency,
): Promise<Connection> {
  const began = ctx.clock.now().getTime();
  while (ctx.clock.now().getTime() - began < CLAIM_MS) {
    const now = ctx.clock.now();
    const token = randomUUID();
    const until = new Date(now.getTime() + CLAIM_MS);
    if (await claimRefresh(ctx.db, stale.id, stale.version, token, now, until)) {
      return refreshClaimed(ctx, stale, urgency, token);
    }
    const current = await openConnection(ctx, stale.id);
    if (current.version !== stale.version) return current;
    await ctx.clock.sleep(LOOK_AGAIN_MS);
  }
  throw unavailable(message('connections.being_renewed'));
}

async function refreshClaimed(
  ctx: Context,
  stale: Connection,
  urgency: Urgency,
  token: string,
): Promise<Connection> {
  const { connector, app, credentials, id, storeId } = stale;
  const http = openTransport(ctx, {
    channel: stale.channel,
    limits: limitsOf(connector, app),
    appId: app.id,
    shop: credentials.shopId,
    urgency,
    clockOffsetMs: stale.clockOffsetMs,
  });
  try {
    const renewed = await connector.authorisation.refresh(app, http, credentials);
    const sealed = sealCredentials(ctx.encryption, { storeId, marketplaceId: id }, renewed);
    await storeRefreshed(ctx.db, id, token, sealed, ctx.clock.now());
  } catch (error) {
    await releaseRefresh(ctx.db, id, token);
    if (
      error instanceof ChannelError &&
      (error.fault.kind === 'unauthorised' || error.fault.kind === 'rejected')
    ) {
      const isEnded = await endAuthorisation(ctx, id, error.fault.reason, (tx) =>
        lockIfCurrent(tx, id, stale.version),
      );
      // The seller has consented again meanwhile.
      if (!isEnded) return openConnection(ctx, id);
    }
    throw error;
  }
  return openConnection(ctx, id);
}
