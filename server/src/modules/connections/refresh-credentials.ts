import { randomUUID } from 'node:crypto';
import { ChannelError, unavailable } from '@evenstock/connectors/kit/errors';
import type { Urgency } from '@evenstock/connectors/kit/rate-limit';
import type { Context } from '../../context.ts';
import { openTransport } from './channel-transport.ts';
import { claimRefresh, releaseRefresh, storeRefreshed } from './credentials.queries.ts';
import { sealCredentials } from './credentials.ts';
import { endAuthorisation } from './end-authorisation.ts';
import { openConnection, type Connection } from './open-connection.ts';

/** Longer than a refresh can take: its call has a time-out, and may wait for its turn before. */
const CLAIM_MS = 60_000;
const LOOK_AGAIN_MS = 200;

/**
 * New credentials, refreshed by one worker at a time; the others wait for them and use them.
 * They are stored before anybody uses them: the old ones may be dead from then on.
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
  throw unavailable('The authorisation of this marketplace is being renewed. It is tried again by itself.');
}

async function refreshClaimed(
  ctx: Context,
  stale: Connection,
  urgency: Urgency,
  token: string,
): Promise<Connection> {
  const { connector, app, credentials, id } = stale;
  const http = openTransport(ctx, {
    channel: stale.channel,
    limits: connector.limits,
    appId: app.id,
    shop: credentials.shopId,
    urgency,
    clockOffsetMs: stale.clockOffsetMs,
  });
  try {
    const renewed = await connector.authorisation.refresh(app, http, credentials);
    await storeRefreshed(ctx.db, id, token, sealCredentials(ctx.vault, id, renewed), ctx.clock.now());
  } catch (error) {
    await releaseRefresh(ctx.db, id, token);
    if (
      error instanceof ChannelError &&
      (error.fault.kind === 'unauthorised' || error.fault.kind === 'rejected')
    ) {
      await endAuthorisation(ctx, id, error.message);
    }
    throw error;
  }
  return openConnection(ctx, id);
}
