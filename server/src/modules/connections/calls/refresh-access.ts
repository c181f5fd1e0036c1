import { ChannelError } from '@evenstock/connectors/kit/errors';
import { channelKinds } from '@evenstock/contract/channels/channels';
import type { Context } from '../../../context.ts';
import { enqueue } from '../../../platform/jobs/jobs.ts';
import { refreshAccessJob } from './connections.jobs.ts';
import { findRunningOut } from './credentials.queries.ts';
import { openConnection } from './open-connection.ts';
import { refreshCredentials } from './refresh-credentials.ts';

/** Refreshes the access token of a marketplace before it expires; does nothing where the authorisation has ended. */
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

/** Enqueues a refresh of each access token that expires soon. */
export async function refreshDueAccess(ctx: Context): Promise<void> {
  for (const channel of channelKinds) {
    const ahead = ctx.connectors[channel].authorisation.refreshAhead * 1000;
    const before = new Date(ctx.clock.now().getTime() + ahead);
    for (const { id } of await findRunningOut(ctx.db, channel, before)) {
      await enqueue(ctx.db, refreshAccessJob, { marketplaceId: id }, { key: `refresh:${String(id)}` });
    }
  }
}
