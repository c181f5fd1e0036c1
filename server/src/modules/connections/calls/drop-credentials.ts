import type { Context } from '../../../context.ts';
import { deleteCredentials } from './credentials.queries.ts';

/** Deletes the credentials of a deactivated or deleted marketplace, unless it has been authorised again. */
export async function dropCredentials(ctx: Context, marketplaceId: number): Promise<void> {
  await deleteCredentials(ctx.db, marketplaceId);
}
