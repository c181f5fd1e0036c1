import { accountChinese } from './accounts.zh.ts';
import { actionChinese } from './actions.zh.ts';
import { activityChinese } from './activities.zh.ts';
import { apiChinese } from './api.zh.ts';
import { attachmentChinese } from './attachments.zh.ts';
import { billingChinese } from './billing.zh.ts';
import { cancellationChinese } from './cancellations.zh.ts';
import { catalogChinese } from './catalog.zh.ts';
import { channelAccountChinese } from './channel-account.zh.ts';
import { channelAnswerChinese } from './channel-answers.zh.ts';
import { channelConsentChinese } from './channel-consent.zh.ts';
import { channelFieldChinese } from './channel-fields.zh.ts';
import { channelRefusalChinese } from './channel-refusals.zh.ts';
import { connectionChinese } from './connections.zh.ts';
import { fulfilmentChinese } from './fulfilment.zh.ts';
import { listingChinese } from './listings.zh.ts';
import { mailChinese } from './mails.zh.ts';
import { marketplaceChinese } from './marketplaces.zh.ts';
import { movementChinese } from './movements.zh.ts';
import { operationChinese } from './operations.zh.ts';
import { orderChinese } from './orders.zh.ts';
import { packingChinese } from './packing.zh.ts';
import { printingChinese } from './printing.zh.ts';
import { pullChinese } from './pulls.zh.ts';
import { recoveryChinese } from './recovery.zh.ts';
import { reportChinese } from './reports.zh.ts';
import { returnChinese } from './returns.zh.ts';
import { spreadsheetChinese } from './spreadsheets.zh.ts';
import { stockChinese } from './stock.zh.ts';
import { storeChinese } from './stores.zh.ts';
import { tokenChinese } from './tokens.zh.ts';
import { webhookChinese } from './webhooks.zh.ts';

/** What the server says to people, in Chinese. */
export const messageChinese = {
  account: channelAccountChinese,
  accounts: accountChinese,
  actions: actionChinese,
  activities: activityChinese,
  answers: channelAnswerChinese,
  api: apiChinese,
  asked: channelFieldChinese,
  attachments: attachmentChinese,
  billing: billingChinese,
  cancellations: cancellationChinese,
  catalog: catalogChinese,
  connections: connectionChinese,
  consent: channelConsentChinese,
  fulfilment: fulfilmentChinese,
  listings: listingChinese,
  mails: mailChinese,
  marketplaces: marketplaceChinese,
  movements: movementChinese,
  operations: operationChinese,
  orders: orderChinese,
  packing: packingChinese,
  printing: printingChinese,
  pulls: pullChinese,
  recovery: recoveryChinese,
  refusals: channelRefusalChinese,
  reports: reportChinese,
  returns: returnChinese,
  spreadsheets: spreadsheetChinese,
  stock: stockChinese,
  stores: storeChinese,
  tokens: tokenChinese,
  webhooks: webhookChinese,
} as const;
