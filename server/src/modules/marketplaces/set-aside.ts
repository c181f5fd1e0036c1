import type { Unreadable } from '@evenstock/connectors/kit/connector';
import type { Context } from '../../context.ts';
import { keepSetAside } from './pulls.queries.ts';

/** Keeps records apart that could not be read, with the reason, and takes out those that were read now. */
export async function setAside(
  ctx: Context,
  scope: { readonly storeId: number; readonly marketplaceId: number },
  kind: 'listing' | 'order',
  records: { readonly unreadable: readonly Unreadable[]; readonly read: readonly string[] },
): Promise<void> {
  if (records.unreadable.length === 0 && records.read.length === 0) return;
  await ctx.db.transaction().execute((tx) =>
    keepSetAside(tx, { store_id: scope.storeId, marketplace_id: scope.marketplaceId }, kind, {
      ...records,
      at: ctx.clock.now(),
    }),
  );
}
