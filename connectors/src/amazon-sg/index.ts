import type { Connector } from '../kit/connector.ts';
import { describeAccount } from './account.ts';
import { app } from './app.ts';
import { authorisation } from './authorisation.ts';
import { buyerCancellation, cancellation } from './cancellation.ts';
import { limits } from './client.ts';
import { listingRemoval, pricing } from './editing.ts';
import { fulfilment } from './fulfilment.ts';
import { listings } from './listings.ts';
import { orders } from './orders.ts';
import { returns } from './returns.ts';
import { pickup, selfCollect } from './self-collect.ts';
import { stock } from './stock.ts';
import { settlesWithin } from './submissions.ts';

/**
 * Amazon Selling Partner API for Amazon.sg. It has no webhooks: its notices come by a queue of the installation's own
 * (amazon-sg.md 7), so changes are polled.
 */
export const amazonSg: Connector = {
  channel: 'amazon-sg',
  app,
  limits,
  facts: {
    // A window of orders ends at least two minutes back (4.1).
    ordersVisibleWithin: 120,
    // searchOrders takes one call in 178 seconds for each seller (2): a poll in 300 leaves two in five of them.
    ordersPolledEvery: 300,
    // Whether page tokens are stable while orders change is undocumented (4.1).
    hasStableOrderCursor: false,
    // ACCEPTED is not applied: it takes effect in minutes (3.2).
    settlesWithin,
    // A request has no timestamp (1).
    lateActionBound: 60,
    lateWriteBound: 60,
    // Nothing is promised about how fresh a read is: a minute, as for every channel that promises nothing.
    readLag: 60,
    // Orders are listed from the beginning, as PENDING (4.1).
    hidesHolds: false,
    // Undocumented. If it were otherwise, units would be missing until the next read, and not be sold twice.
    restoresOnCancel: 'yes',
    // An order says when it last changed, not when it was cancelled (4.1).
    datesEvents: false,
    compareAndSet: false,
    // What is read may be older than the last write by its settling.
    readBeforeWrite: false,
    // Undocumented (6).
    tellsDeletedListings: true,
    zeroesOnOutOfStockCancel: false,
  },
  authorisation,
  account: { describe: describeAccount },
  listings,
  stock,
  orders,
  pricing,
  listingRemoval,
  fulfilment,
  selfCollect,
  pickup,
  cancellation,
  buyerCancellation,
  returns,
};
