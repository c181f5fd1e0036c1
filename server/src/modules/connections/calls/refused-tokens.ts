import { ChannelError, tokenRefused, type ChannelFault } from '@evenstock/connectors/kit/errors';
import { message } from '@evenstock/contract/messages/message';
import type { Context } from '../../../context.ts';
import { countRefusal, clearRefusals, lockIfCurrent } from './credentials.queries.ts';
import { endAuthorisation } from './end-authorisation.ts';
import type { Connection } from './open-connection.ts';

export type Unauthorised = Extract<ChannelFault, { kind: 'unauthorised' }>;

/** How long a token that nothing can renew may be refused until it has ended, in milliseconds. */
const ENDS_AFTER_MS = 10 * 60_000;

/** Whether there is a refresh token, or keys that are exchanged without one. */
export function isRenewable({ credentials, connector }: Connection): boolean {
  return credentials.refreshToken !== null || connector.authorisation.by === 'keys';
}

/**
 * Refuses a call within the wait that follows a refused token.
 * @throws ChannelError unavailable
 */
export function refuseEarlyCall({ name, refusedUntil }: Connection, now: Date): void {
  if (refusedUntil !== null && now < refusedUntil) throw refusedFor(name);
}

/** Records that a marketplace accepts these credentials again. */
export async function acceptToken(ctx: Context, { id, version, refusedSince }: Connection): Promise<void> {
  if (refusedSince !== null) await clearRefusals(ctx.db, id, version);
}

/**
 * Records that a marketplace refused a token which was just renewed, or which nothing can renew. The authorisation ends where the
 * marketplace says that the app was removed, or where a token without renewal has been refused for ten minutes.
 * @returns the error to throw: unauthorised where the authorisation has ended, otherwise unavailable
 */
export async function refuseToken(
  ctx: Context,
  connection: Connection,
  fault: Unauthorised,
): Promise<ChannelError> {
  const now = ctx.clock.now();
  const { refusedSince } = connection;
  const isLong = refusedSince !== null && now.getTime() - refusedSince.getTime() >= ENDS_AFTER_MS;
  if (fault.isRemoved === true || (isLong && !isRenewable(connection))) {
    await endOf(ctx, connection, fault);
    return new ChannelError(fault);
  }
  await countRefusal(ctx.db, connection.id, connection.version, now);
  return refusedFor(connection.name);
}

/** Ends an authorisation whose credentials were refused, unless there are newer ones by now. */
export async function endOf(ctx: Context, { id, version }: Connection, fault: ChannelFault): Promise<void> {
  await endAuthorisation(ctx, id, fault.reason, (tx) => lockIfCurrent(tx, id, version));
}

const refusedFor = (marketplace: string): ChannelError =>
  tokenRefused(message('connections.token_refused', { marketplace }));
