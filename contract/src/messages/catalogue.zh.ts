import { accountChinese } from './stores/accounts.zh.ts';
import { actionChinese } from './marketplaces/actions.zh.ts';
import { activityChinese } from './activities.zh.ts';
import { apiChinese } from './api.zh.ts';
import { attachmentChinese } from './stores/attachments.zh.ts';
import { billingChinese } from './stores/billing.zh.ts';
import { cancellationChinese } from './orders/cancellations.zh.ts';
import { catalogChinese } from './catalog/catalog.zh.ts';
import { channelAccountChinese } from './channels/channel-account.zh.ts';
import { channelAnswerChinese } from './channels/channel-answers.zh.ts';
import { channelConsentChinese } from './channels/channel-consent.zh.ts';
import { channelFieldChinese } from './channels/channel-fields.zh.ts';
import { channelRefusalChinese } from './channels/channel-refusals.zh.ts';
import { connectionChinese } from './marketplaces/connections.zh.ts';
import { fulfilmentChinese } from './orders/fulfilment.zh.ts';
import { listingChinese } from './catalog/listings.zh.ts';
import { mailChinese } from './stores/mails.zh.ts';
import { marketplaceChinese } from './marketplaces/marketplaces.zh.ts';
import { movementChinese } from './catalog/movements.zh.ts';
import { operationChinese } from './operations.zh.ts';
import { orderChinese } from './orders/orders.zh.ts';
import { packingChinese } from './orders/packing.zh.ts';
import { placeChinese } from './marketplaces/places.zh.ts';
import { printingChinese } from './orders/printing.zh.ts';
import { pullChinese } from './marketplaces/pulls.zh.ts';
import { recoveryChinese } from './catalog/recovery.zh.ts';
import { reportChinese } from './catalog/reports.zh.ts';
import { returnChinese } from './orders/returns.zh.ts';
import { spreadsheetChinese } from './catalog/spreadsheets.zh.ts';
import { stockChinese } from './catalog/stock.zh.ts';
import { storeChinese } from './stores/stores.zh.ts';
import { tallyChinese } from './catalog/tallies.zh.ts';
import { tokenChinese } from './stores/tokens.zh.ts';
import { webhookChinese } from './stores/webhooks.zh.ts';

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
  places: placeChinese,
  printing: printingChinese,
  pulls: pullChinese,
  recovery: recoveryChinese,
  refusals: channelRefusalChinese,
  reports: reportChinese,
  returns: returnChinese,
  spreadsheets: spreadsheetChinese,
  stock: stockChinese,
  stores: storeChinese,
  tallies: tallyChinese,
  tokens: tokenChinese,
  webhooks: webhookChinese,
} as const;
