import { connectors } from '@evenstock/connectors/registry';
import type { ChannelKind } from '@evenstock/contract/channels/channels';
import { pacedPeriods } from '../../modules/pulls/pulls.rules.ts';

/** How long a channel of its own takes to list an order, to have its turn at being asked, and to put a write in force. */
export function lagOf(channel: ChannelKind): number {
  const { ordersVisibleWithin, ordersPolledEvery, settlesWithin } = connectors[channel].facts;
  return ordersVisibleWithin + settlesWithin + ordersPolledEvery;
}

/** A wait in seconds, as steps of a minute. */
export function inMinutes(seconds: number): number[] {
  const waits: number[] = [1];
  for (let left = seconds - 1; left > 0; left -= 60) waits.push(Math.min(60, left));
  return waits;
}

/** A wait in seconds, as steps of half a minute. */
export const inHalfMinutes = (seconds: number): number[] =>
  Array.from({ length: Math.ceil(seconds / 30) }, () => 30);

/** Two reconciles of a channel that is polled as often as it is set. */
const TWO_RECONCILES = [910, 910];

/**
 * The waits before the promises are checked. A reconcile finds an order that was hidden longer than its channel's lag. A channel with a
 * tight rate limit is reconciled rarely.
 */
export function longAfter(channels: readonly ChannelKind[]): number[] {
  const reconciles = channels.map((channel) => {
    const periods = { orderPollSeconds: 60, orderReconcileSeconds: 900 };
    return pacedPeriods(periods, connectors[channel].facts).orderReconcileSeconds;
  });
  const rest = Math.max(...reconciles) - 900;
  return [130, 310, 310, ...TWO_RECONCILES, ...(rest > 0 ? [rest] : []), 130];
}
