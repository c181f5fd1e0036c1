import type { ChannelKind } from '@evenstock/contract/channels/channels';
import type { Market } from '../market.ts';

/** Units of one SKU that were cancelled at once. Instants are milliseconds. */
export interface PlayedCancellation {
  readonly channel: ChannelKind;
  readonly sku: string;
  readonly units: number;
  /** The seller chose not to put them back, and the marketplace reports that. */
  readonly isKeptOff: boolean;
  /** They are the seller's own. */
  readonly isSellers: boolean;
  readonly at: number;
  /** When the order last changed. */
  readonly changedAt: number;
}

/** All cancellations in the marketplaces' own records, by buyer, seller or system. */
export function cancellationsIn({ shops, sandbox: { control } }: Market): PlayedCancellation[] {
  return shops.flatMap(({ channel, shop }) =>
    control.orders(channel, shop).flatMap(({ number }) => {
      const { lines, events, updatedAt } = control.storedOrder(channel, shop, number);
      const left = new Map(lines.map(({ id, quantity }) => [id, quantity]));
      return events
        .filter(({ name }) => name === 'cancel')
        .flatMap(({ units, at, restored }) =>
          lines.map(({ id, sku, keptBy }) => {
            const cancelled = units === undefined ? (left.get(id) ?? 0) : (units[id] ?? 0);
            left.set(id, (left.get(id) ?? 0) - cancelled);
            const isKeptOff = channel === 'shopify' && restored === false;
            return {
              channel,
              sku,
              units: cancelled,
              isKeptOff,
              isSellers: keptBy === 'seller',
              at,
              changedAt: updatedAt,
            };
          }),
        )
        .filter(({ units }) => units > 0);
    }),
  );
}
