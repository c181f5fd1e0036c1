import { accountMessages } from './stores/accounts.ts';
import { actionMessages } from './marketplaces/actions.ts';
import { activityMessages } from './activities.ts';
import { apiMessages } from './api.ts';
import { attachmentMessages } from './stores/attachments.ts';
import { billingMessages } from './stores/billing.ts';
import { cancellationMessages } from './orders/cancellations.ts';
import { catalogMessages } from './catalog/catalog.ts';
import { channelAccountMessages } from './channels/channel-account.ts';
import { channelAnswerMessages } from './channels/channel-answers.ts';
import { channelConsentMessages } from './channels/channel-consent.ts';
import { channelFieldMessages } from './channels/channel-fields.ts';
import { channelRefusalMessages } from './channels/channel-refusals.ts';
import { connectionMessages } from './marketplaces/connections.ts';
import { fulfilmentMessages } from './orders/fulfilment.ts';
import { listingMessages } from './catalog/listings.ts';
import { mailMessages } from './stores/mails.ts';
import { marketplaceMessages } from './marketplaces/marketplaces.ts';
import { ledgerMessages } from './catalog/movements.ts';
import { operationMessages } from './operations.ts';
import { orderMessages } from './orders/orders.ts';
import { packingMessages } from './orders/packing.ts';
import { placeMessages } from './marketplaces/places.ts';
import { printingMessages } from './orders/printing.ts';
import { pullMessages } from './marketplaces/pulls.ts';
import { recoveryMessages } from './catalog/recovery.ts';
import { reportMessages } from './catalog/reports.ts';
import { returnMessages } from './orders/returns.ts';
import { spreadsheetMessages } from './catalog/spreadsheets.ts';
import { stockMessages } from './catalog/stock.ts';
import { storeMessages } from './stores/stores.ts';
import { tallyMessages } from './catalog/tallies.ts';
import { tokenMessages } from './stores/tokens.ts';
import { webhookMessages } from './stores/webhooks.ts';

/** Everything that the server says to people, in English, by module. The Chinese: `catalogue.zh.ts`. */
export const messageTexts = {
  account: channelAccountMessages,
  accounts: accountMessages,
  actions: actionMessages,
  activities: activityMessages,
  answers: channelAnswerMessages,
  api: apiMessages,
  asked: channelFieldMessages,
  attachments: attachmentMessages,
  billing: billingMessages,
  cancellations: cancellationMessages,
  catalog: catalogMessages,
  connections: connectionMessages,
  consent: channelConsentMessages,
  fulfilment: fulfilmentMessages,
  listings: listingMessages,
  mails: mailMessages,
  marketplaces: marketplaceMessages,
  movements: ledgerMessages,
  operations: operationMessages,
  orders: orderMessages,
  packing: packingMessages,
  places: placeMessages,
  printing: printingMessages,
  pulls: pullMessages,
  recovery: recoveryMessages,
  refusals: channelRefusalMessages,
  reports: reportMessages,
  returns: returnMessages,
  spreadsheets: spreadsheetMessages,
  stock: stockMessages,
  stores: storeMessages,
  tallies: tallyMessages,
  tokens: tokenMessages,
  webhooks: webhookMessages,
} as const;
export type MessageModule = keyof typeof messageTexts;
