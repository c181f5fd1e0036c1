import type { ChannelKind } from '@evenstock/contract/channels';
import type { Connector } from './connector.ts';
import { rejected } from './errors.ts';

/** Stands where a connector is being written. */
export function unwritten(channel: ChannelKind): Connector {
  const not = (): Promise<never> => Promise.reject(rejected('unwritten', `${channel} is not written.`));
  return {
    channel,
    limits: {},
    facts: {
      ordersVisibleWithin: 60,
      ordersKeepPlace: false,
      settlesWithin: 0,
      lateWriteBound: 300,
      readLag: 0,
      hidesHolds: false,
      restoresOnCancel: 'yes',
      datesEvents: false,
      compareAndSet: false,
      readBeforeWrite: true,
      zeroesOnOutOfStockCancel: false,
    },
    authorisation: {
      by: 'keys',
      fields: [],
      complete: not,
      refresh: not,
      refreshAhead: 0,
      consentLasts: null,
    },
    account: { describe: not },
    listings: { page: not, read: not },
    stock: { batch: { lines: 1, within: 'item' }, push: not, read: not },
    orders: { page: not, read: not },
  };
}
