import {
  callAmazon,
  type limits as amazonLimits,
  type AmazonCall,
} from '@evenstock/connectors/amazon-sg/client';
import type { Access, Credentials } from '@evenstock/connectors/kit/access';
import type { ListingKey } from '@evenstock/connectors/kit/listing-key';
import type { Connector } from '@evenstock/connectors/kit/connector';
import { ChannelError } from '@evenstock/connectors/kit/errors';
import type { ChannelRequest } from '@evenstock/connectors/kit/http';
import { addressOf } from '@evenstock/connectors/shopify/client';
import { readSlots } from '@evenstock/connectors/tiktok/shipment-form';
import type { ChannelKind } from '@evenstock/contract/channels/channels';

/*
 * For every group of calls that a connector declares a limit of, work that sends in this group and in no other. What a marketplace
 * refuses for its content (an order that is not there) counts against its limits as any other call.
 */

/** Who does the work. */
export interface Caller {
  readonly access: Access;
  readonly connector: Connector;
  /** A listing of the shop. */
  readonly listing: ListingKey;
  /** The request of each group that reading the whole shop sent. */
  readonly seen: ReadonlyMap<string, ChannelRequest>;
  /** Takes new credentials into use, for every worker. */
  keep(credentials: Credentials): void;
}

export type Work = (caller: Caller) => Promise<unknown>;

const writesStock: Work = ({ access, connector, listing }) =>
  connector.stock.push(access, [
    {
      ...listing,
      quantity: 10,
      compareFrom: 10,
      attemptKey: crypto.randomUUID(),
      sentAt: access.http.now(),
    },
  ]);
const readsStock: Work = ({ access, connector, listing }) => connector.stock.read(access, [listing]);
const pollsOrders: Work = ({ access, connector }) => connector.orders.page(access, null, lately(access));
const looksAtAccount: Work = ({ access, connector }) => connector.account.describe(access);
const renews: Work = async ({ access, connector, keep }) => {
  keep(await connector.authorisation.refresh(access.app, access.http, access.credentials));
};
const findsNoOrder: Work = ({ access, connector }) => connector.orders.read(access, ['503-0000000-0000000']);

const asksForNoFile: Work = ({ access: { app, credentials, http } }) =>
  http.send({
    method: 'GET',
    url: `${addressOf(app, 'shop', credentials.shopId)}/bulk/no-such-file`,
    group: 'files',
  });

/** Sends what reading the whole shop sent, once more: its address carries the right to it. */
const again =
  (group: string): Work =>
  ({ access, seen }) => {
    const request = seen.get(group);
    if (request === undefined) throw new Error(`Reading the shop sent nothing in the group ${group}.`);
    return access.http.send(request);
  };

/** An operation of Amazon's, of a thing that is not there unless the path names one that is. */
const amazon =
  (operation: AmazonCall['operation'], method: AmazonCall['method'], path: string, body?: unknown): Work =>
  ({ access }) =>
    though(() => callAmazon(access, { operation, method, path, ...(body === undefined ? {} : { body }) }));

const reports = '/reports/2021-06-30';
const feeds = '/feeds/2021-06-30';
const order = '/orders/v0/orders/503-0000000-0000000';

const amazonWorks: Readonly<Record<keyof typeof amazonLimits, Work>> = {
  searchOrders: pollsOrders,
  getOrder: findsNoOrder,
  confirmShipment: amazon('confirmShipment', 'POST', `${order}/shipmentConfirmation`, {}),
  updateShipmentStatus: amazon('updateShipmentStatus', 'POST', `${order}/shipment`, {}),
  getListingsItem: (caller) => amazon('getListingsItem', 'GET', `${itemsOf(caller)}/NO-SUCH-SKU`)(caller),
  searchListingsItems: readsStock,
  patchListingsItem: writesStock,
  deleteListingsItem: (caller) =>
    amazon('deleteListingsItem', 'DELETE', `${itemsOf(caller)}/NO-SUCH-SKU`)(caller),
  createReport: again('createReport'),
  getReports: amazon('getReports', 'GET', `${reports}/reports`),
  getReport: again('getReport'),
  getReportDocument: again('getReportDocument'),
  createFeedDocument: amazon('createFeedDocument', 'POST', `${feeds}/documents`, {
    contentType: 'text/xml; charset=UTF-8',
  }),
  createFeed: amazon('createFeed', 'POST', `${feeds}/feeds`, {}),
  getFeeds: amazon('getFeeds', 'GET', `${feeds}/feeds`),
  getFeed: amazon('getFeed', 'GET', `${feeds}/feeds/1`),
  getFeedDocument: amazon('getFeedDocument', 'GET', `${feeds}/documents/1`),
  getMarketplaceParticipations: looksAtAccount,
  documents: again('documents'),
  login: renews,
};

/** What makes a call of each group, by channel. */
export const works: Readonly<Record<ChannelKind, Readonly<Record<string, Work>>>> = {
  lazada: { inventory: writesStock, products: looksAtAccount, orders: pollsOrders, token: renews },
  shopee: { shop: looksAtAccount, app: renews },
  shopify: { graphql: looksAtAccount, files: asksForNoFile, oauth: renews },
  tiktok: {
    stock: readsStock,
    products: ({ access, connector, listing }) => connector.listings.read(access, [listing.itemId]),
    orders: pollsOrders,
    fulfilment: ({ access }) => though(() => readSlots(access, '1')),
    aftersales: ({ access, connector }) => need(connector.returns).page(access, null, lately(access)),
    shop: looksAtAccount,
    token: renews,
  },
  tokopedia: { stock: writesStock, products: looksAtAccount, orders: pollsOrders, token: renews },
  qoo10: { stock: writesStock, items: readsStock, orders: looksAtAccount, keys: renews },
  'amazon-sg': amazonWorks,
};

/** Whether a work changes the credentials that all others use. */
export const renewsAccess = (work: Work): boolean => work === renews;

function itemsOf({ access }: Caller): string {
  return `/listings/2021-08-01/items/${access.credentials.shopId}`;
}

function lately(access: Access): { from: Date; to: Date } {
  const now = access.http.now();
  return { from: new Date(now.getTime() - 3_600_000), to: now };
}

async function though(call: () => Promise<unknown>): Promise<void> {
  try {
    await call();
  } catch (error) {
    if (!(error instanceof ChannelError) || error.fault.kind !== 'rejected') throw error;
  }
}

function need<T>(what: T | undefined): T {
  if (what === undefined) throw new Error('The connector has no such thing.');
  return what;
}
