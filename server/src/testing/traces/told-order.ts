import type { ChannelOrder, ChannelOrderLine } from '@evenstock/connectors/kit/connector';
import type { ChannelKind } from '@evenstock/contract/channels/channels';
import { callMarketplace } from '../../modules/connections/calls/call-marketplace.ts';
import { importOrder } from '../../modules/orders/imports/import-order.ts';
import { readAt } from '../reported-order.ts';
import type { Trace } from './trace.ts';

/** A placed order, and a way to tell later states of it. */
export interface Told {
  readonly order: ChannelOrder;
  /** The marketplace answers this state, this number of minutes after the order was placed. */
  tell(minutes: number, lines: (line: ChannelOrderLine) => readonly ChannelOrderLine[]): Promise<void>;
}

/** A buyer buys at a shop; nothing of it is known here yet. */
export async function placed(trace: Trace, channel: ChannelKind, units: number): Promise<Told> {
  const { ctx, clock } = trace;
  const { marketplaceId } = trace.shop(channel);
  const number = trace.sells(channel, units);
  const read = await callMarketplace(ctx, marketplaceId, 'normal', (access, connector) =>
    connector.orders.page(access, null, {
      from: new Date(clock.now().getTime() - 3_600_000),
      to: clock.now(),
    }),
  );
  const order = read.orders.find((each) => each.number === number);
  if (order === undefined) throw new Error('The order was not read.');
  return {
    order,
    async tell(minutes, lines) {
      const at = new Date(order.updatedAt.getTime() + minutes * 60_000);
      if (at > clock.now()) clock.set(new Date(at.getTime() + 1_000));
      const state = { ...order, updatedAt: at, lines: order.lines.flatMap(lines) };
      await importOrder(ctx, { storeId: trace.storeId, marketplaceId }, state, readAt(at));
      await ctx.runJobs();
    },
  };
}
