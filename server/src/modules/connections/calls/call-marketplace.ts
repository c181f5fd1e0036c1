import type { Access } from '@evenstock/connectors/kit/access';
import type { Connector } from '@evenstock/connectors/kit/connector';
import { ChannelError, throttled } from '@evenstock/connectors/kit/errors';
import type { Urgency } from '@evenstock/connectors/kit/rate-limit';
import { message } from '@evenstock/contract/messages/message';
import type { Context } from '../../../context.ts';
import { limitsOf } from '../limits/rate-limit.rules.ts';
import { openTransport } from './channel-transport.ts';
import { recordClockOffset } from '../../marketplaces/sync/record-clock-offset.ts';
import { openConnection, type Connection } from './open-connection.ts';
import { refreshCredentials } from './refresh-credentials.ts';
import {
  acceptToken,
  isRenewable,
  refuseEarlyCall,
  refuseToken,
  type Unauthorised,
} from './refused-tokens.ts';

/** The smallest change of a channel's clock offset that is recorded. */
const OFFSET_GRAIN_MS = 1_000;
/** A call for which it must be known which places are kept here is made again after this time. */
const PLACES_WAIT_SECONDS = 10;

/**
 * Calls a marketplace with opened credentials, through the rate limiter and the circuit breaker. An access token is refreshed ahead
 * of its end, and once more if it is refused. Refused again, it is tried later: a new token may not be known on every server of the
 * marketplace yet. The authorisation ends when the refresh is refused. Nothing is called while it is not known which of its places
 * are kept here. Never call this inside a transaction.
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
  const opened = await openConnection(ctx, marketplaceId);
  if (opened.places.state !== 'chosen') {
    throw throttled(PLACES_WAIT_SECONDS, message('places.not_known', { marketplace: opened.name }));
  }
  return callOpened(ctx, opened, urgency, call, precondition);
}

/** The same for calls that are not about units, so that they may be made before it is known which places are kept here. */
export async function callWithoutPlaces<T>(
  ctx: Context,
  marketplaceId: number,
  urgency: Urgency,
  call: (access: Access, connector: Connector) => Promise<T>,
): Promise<T> {
  return callOpened(ctx, await openConnection(ctx, marketplaceId), urgency, call, undefined);
}

async function callOpened<T>(
  ctx: Context,
  opened: Connection,
  urgency: Urgency,
  call: (access: Access, connector: Connector) => Promise<T>,
  precondition: (() => Promise<void>) | undefined,
): Promise<T> {
  refuseEarlyCall(opened, ctx.clock.now());
  const connection = await refreshedInTime(ctx, opened, urgency);
  const callWith = async (open: Connection): Promise<T> => {
    const answer = await callOnce(ctx, open, urgency, call, precondition);
    await acceptToken(ctx, open);
    return answer;
  };
  try {
    return await callWith(connection);
  } catch (error) {
    if (!isUnauthorised(error)) throw error;
    if (!isRenewable(connection) || error.fault.isRemoved === true) {
      throw await refuseToken(ctx, connection, error.fault);
    }
  }
  const renewed = await refreshCredentials(ctx, connection, urgency);
  try {
    return await callWith(renewed);
  } catch (error) {
    throw isUnauthorised(error) ? await refuseToken(ctx, renewed, error.fault) : error;
  }
}

function isUnauthorised(error: unknown): error is ChannelError & { readonly fault: Unauthorised } {
  return error instanceof ChannelError && error.fault.kind === 'unauthorised';
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

/** The places of a connection, as connectors take them. */
function locationsOf({
  places: { places, former },
}: Connection): Pick<Access, 'locations' | 'formerLocations'> {
  return {
    ...(places === null ? {} : { locations: places.map(({ id }) => id) }),
    ...(former.length === 0 ? {} : { formerLocations: former }),
  };
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
    limits: limitsOf(connector, app),
    appId: app.id,
    shop: credentials.shopId,
    urgency,
    clockOffsetMs: connection.clockOffsetMs,
    precondition,
  });
  try {
    return await call({ app, credentials, http, ...locationsOf(connection) }, connector);
  } catch (error) {
    if (error instanceof ChannelError && error.fault.kind === 'throttled' && error.fault.isOurs !== true) {
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
