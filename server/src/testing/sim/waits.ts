import { connectors } from '@evenstock/connectors/registry';
import type { ChannelKind } from '@evenstock/contract/channels';

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
