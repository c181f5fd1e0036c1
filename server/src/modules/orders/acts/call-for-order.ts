import type { Access } from '@evenstock/connectors/kit/access';
import type { Connector } from '@evenstock/connectors/kit/connector';
import { ChannelError } from '@evenstock/connectors/kit/errors';
import type { Context } from '../../../context.ts';
import { invalid } from '../../../api/routing.ts';
import { callMarketplace } from '../../connections/calls/call-marketplace.ts';
import { enqueue } from '../../../platform/jobs/jobs.ts';
import type { OrderToActOn } from '../order/order-to-act-on.ts';
import { readOrderJob } from '../order/orders.jobs.ts';

function readAgain(ctx: Context, { id, storeId, marketplace, ref }: OrderToActOn): Promise<void> {
  const payload = { storeId, marketplaceId: marketplace.id, number: ref.channelId };
  return enqueue(ctx.db, readOrderJob, payload, { key: `read-order:${String(id)}` });
}

/**
 * Reads something of an order from its marketplace. Where it refuses, the order is read again at once.
 * @throws Refusal 422 under 'order' with why it refuses
 * @throws ChannelError where it does not answer
 */
export async function callForOrder<Read>(
  ctx: Context,
  order: OrderToActOn,
  read: (access: Access, connector: Connector) => Promise<Read>,
): Promise<Read> {
  try {
    return await callMarketplace(ctx, order.marketplace.id, 'normal', read);
  } catch (error) {
    const isRefused =
      error instanceof ChannelError &&
      (error.fault.kind === 'rejected' || error.fault.kind === 'unauthorised');
    if (!isRefused) throw error;
    // The order differs there from what was offered here.
    if (error.fault.kind === 'rejected') await readAgain(ctx, order);
    throw invalid('order', error.fault.reason);
  }
}
