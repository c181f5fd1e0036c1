import { accountMessages } from './accounts.ts';
import { actionMessages } from './actions.ts';
import { activityMessages } from './activities.ts';
import { apiMessages } from './api.ts';
import { attachmentMessages } from './attachments.ts';
import { billingMessages } from './billing.ts';
import { cancellationMessages } from './cancellations.ts';
import { catalogMessages } from './catalog.ts';
import { channelAccountMessages } from './channel-account.ts';
import { channelAnswerMessages } from './channel-answers.ts';
import { channelConsentMessages } from './channel-consent.ts';
import { channelFieldMessages } from './channel-fields.ts';
import { channelRefusalMessages } from './channel-refusals.ts';
import { connectionMessages } from './connections.ts';
import { fulfilmentMessages } from './fulfilment.ts';
import { listingMessages } from './listings.ts';
import { mailMessages } from './mails.ts';
import { marketplaceMessages } from './marketplaces.ts';
import { ledgerMessages } from './movements.ts';
import { operationMessages } from './operations.ts';
import { orderMessages } from './orders.ts';
import { packingMessages } from './packing.ts';
import { printingMessages } from './printing.ts';
import { pullMessages } from './pulls.ts';
import { recoveryMessages } from './recovery.ts';
import { reportMessages } from './reports.ts';
import { returnMessages } from './returns.ts';
import { spreadsheetMessages } from './spreadsheets.ts';
import { stockMessages } from './stock.ts';
import { storeMessages } from './stores.ts';
import { tokenMessages } from './tokens.ts';
import { webhookMessages } from './webhooks.ts';

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
  printing: printingMessages,
  pulls: pullMessages,
  recovery: recoveryMessages,
  refusals: channelRefusalMessages,
  reports: reportMessages,
  returns: returnMessages,
  spreadsheets: spreadsheetMessages,
  stock: stockMessages,
  stores: storeMessages,
  tokens: tokenMessages,
  webhooks: webhookMessages,
} as const;
export type MessageModule = keyof typeof messageTexts;
