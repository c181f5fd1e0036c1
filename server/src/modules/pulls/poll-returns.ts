import { channelKind } from '@evenstock/contract/channels/channels';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { lockMarketplace } from '../marketplaces/consent/lock-marketplace.ts';
import { beginPull } from './pulls.ts';
import { beganAt, lastCompletedBegan, readShop } from './pulls.queries.ts';

/**
 * Begins a poll of a marketplace's returns, unless one that began at or after an instant is done or runs. Before the first of them
 * has ended, and at a channel without returns, it does nothing.
 * @param since on our clock
 * @returns false: a poll that began before still runs, so that this one could not begin
 */
export async function pollReturns(ctx: Context, marketplaceId: number, since: Date): Promise<boolean> {
  const last = await lastCompletedBegan(ctx.db, marketplaceId, 'returns');
  if (last === null) return true;
  return inTransaction(ctx.db, async (tx) => {
    const marketplace = await lockMarketplace(tx, marketplaceId);
    if (marketplace === null) return true;
    const { storeId } = marketplace;
    const { channel, clockOffsetMs } = await readShop(tx, storeId, marketplaceId);
    const atChannel = new Date(since.getTime() + clockOffsetMs);
    if (ctx.connectors[channelKind.parse(channel)].returns === undefined || last >= atChannel) return true;
    const pull = await beginPull(tx, ctx, { storeId, marketplaceId, kind: 'returns', scope: 'poll' });
    return (await beganAt(tx, pull)) >= atChannel;
  });
}
