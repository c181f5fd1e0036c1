import type { Access } from '@evenstock/connectors/kit/access';
import type { Connector } from '@evenstock/connectors/kit/connector';
import { ChannelError, channelReason } from '@evenstock/connectors/kit/errors';
import type { Urgency } from '@evenstock/connectors/kit/rate-limit';
import type { Context } from '../../context.ts';
import { openTransport } from './channel-transport.ts';
import { recordClockOffset } from '../marketplaces/record-clock-offset.ts';
import { endAuthorisation } from './end-authorisation.ts';
import { openConnection, type Connection } from './open-connection.ts';
import { refreshCredentials } from './refresh-credentials.ts';

/** The smallest change of a channel's clock offset that is recorded. */
const OFFSET_GRAIN_MS = 1_000;

/**
 * Calls a marketplace with opened credentials, through the rate limiter and the circuit breaker. An access token is refreshed ahead
 * of its end, and once more if it is refused; refused again, the authorisation has ended. Never call this inside a transaction.
 * @param precondition runs before each request, after the wait for tokens; throws a ChannelError where it must not be sent any more
 * @throws ChannelError
 */
export async function callMarketplace<T>(
  ctx: Context,
  marketplaceId: number,
  urgency: Urgency,
  call: (access: Access, connector: Connector) => Promise<T>,
  precondition?: () => Promise<void>,
): Promise<T> {
  const connection = await refreshedInTime(ctx, await openConnection(ctx, marketplaceId), urgency);
  try {
    return await callOnce(ctx, connection, urgency, call, precondition);
  } catch (error) {
    if (!isUnauthorised(error)) throw error;
    if (!isRenewable(connection)) {
      await endAuthorisation(ctx, marketplaceId, channelReason(error.fault));
      throw error;
    }
  }
  const renewed = await refreshCredentials(ctx, connection, urgency);
  try {
    return await callOnce(ctx, renewed, urgency, call, precondition);
  } catch (error) {
    if (isUnauthorised(error)) await endAuthorisation(ctx, marketplaceId, channelReason(error.fault));
    throw error;
  }
}

function isUnauthorised(error: unknown): error is ChannelError {
  return error instanceof ChannelError && error.fault.kind === 'unauthorised';
}

/** Whether there is a refresh token, or keys that are exchanged without one. */
function isRenewable({ credentials, connector }: Connection): boolean {
  return credentials.refreshToken !== null || connector.authorisation.by === 'keys';
}

async function refreshedInTime(ctx: Context, connection: Connection, urgency: Urgency): Promise<Connection> {
  const { credentials, connector, clockOffsetMs } = connection;
  if (credentials.accessExpiresAt === null || !isRenewable(connection)) return connection;
  const left = credentials.accessExpiresAt.getTime() - ctx.clock.now().getTime() - clockOffsetMs;
  if (left > connector.authorisation.refreshAhead * 1000) return connection;
  try {
    return await refreshCredentials(ctx, connection, urgency);
  } catch (error) {
    // The current token is still valid; the next call tries to refresh it again.
    const mayWait = error instanceof ChannelError && error.fault.kind !== 'unauthorised' && left > 0;
    if (mayWait && error.fault.kind !== 'rejected') return connection;
    throw error;
  }
}

async function callOnce<T>(
  ctx: Context,
  connection: Connection,
  urgency: Urgency,
  call: (access: Access, connector: Connector) => Promise<T>,
  precondition: (() => Promise<void>) | undefined,
): Promise<T> {
  const { app, connector, credentials } = connection;
  const http = openTransport(ctx, {
    channel: connection.channel,
    limits: connector.limits,
    appId: app.id,
    shop: credentials.shopId,
    urgency,
    clockOffsetMs: connection.clockOffsetMs,
    precondition,
  });
  try {
    return await call({ app, credentials, http }, connector);
  } catch (error) {
    if (error instanceof ChannelError && error.fault.kind === 'throttled') {
      await http.pause(error.fault.afterSeconds);
    }
    throw error;
  } finally {
    const learnt = http.clockOffsetMs();
    if (Math.abs(learnt - connection.clockOffsetMs) >= OFFSET_GRAIN_MS) {
      await recordClockOffset(ctx.db, connection.id, learnt);
    }
  }
}
