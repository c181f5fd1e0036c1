import type { ChannelKind } from '@evenstock/contract/channels/channels';
import type { Context } from '../../../context.ts';

/** The period of polls of a channel's orders, in seconds: as it is set, or as often as the channel's rate limit sustains. */
export function orderPollSeconds(
  { connectors, settings }: Pick<Context, 'connectors' | 'settings'>,
  channel: ChannelKind,
): number {
  return Math.max(settings.orderPollSeconds, connectors[channel].facts.ordersPolledEvery);
}
