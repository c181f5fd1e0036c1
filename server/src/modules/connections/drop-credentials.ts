import type { Context } from '../../context.ts';
import { deleteCredentials } from './credentials.queries.ts';

/** A marketplace was deactivated or deleted: its credentials are deleted, unless it has been authorised again. */
export async function dropCredentials(ctx: Context, marketplaceId: number): Promise<void> {
  await deleteCredentials(ctx.db, marketplaceId);
}
