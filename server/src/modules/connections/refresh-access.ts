import type { Context } from '../../context.ts';
import { ChannelError } from '@evenstock/connectors/kit/errors';
import { openConnection } from './open-connection.ts';
import { refreshCredentials } from './refresh-credentials.ts';

/** Renews the access token of a marketplace ahead of its end; one whose authorisation ended meanwhile is left alone. */
export async function refreshAccess(ctx: Context, marketplaceId: number): Promise<void> {
  try {
    const connection = await openConnection(ctx, marketplaceId);
    const { accessExpiresAt, refreshToken } = connection.credentials;
    const { refreshAhead } = connection.connector.authorisation;
    const soon = ctx.clock.now().getTime() + connection.clockOffsetMs + refreshAhead * 1000;
    if (accessExpiresAt === null || refreshToken === null || accessExpiresAt.getTime() > soon) return;
    await refreshCredentials(ctx, connection, 'background');
  } catch (error) {
    if (error instanceof ChannelError && error.fault.kind === 'unauthorised') return;
    throw error;
  }
}
