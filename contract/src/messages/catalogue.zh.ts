import { accountChinese } from './accounts.zh.ts';
import { actionChinese } from './actions.zh.ts';
import { apiChinese } from './api.zh.ts';
import { billingChinese } from './billing.zh.ts';
import { catalogChinese } from './catalog.zh.ts';
import { connectionChinese } from './connections.zh.ts';
import { fulfilmentChinese } from './fulfilment.zh.ts';
import { mailChinese } from './mails.zh.ts';
import { marketplaceChinese } from './marketplaces.zh.ts';
import { movementChinese } from './movements.zh.ts';
import { operationChinese } from './operations.zh.ts';
import { orderChinese } from './orders.zh.ts';
import { pullChinese } from './pulls.zh.ts';
import { recoveryChinese } from './recovery.zh.ts';
import { stockChinese } from './stock.zh.ts';
import { storeChinese } from './stores.zh.ts';

/** What the server says to people, in Chinese. */
export const messageChinese = {
  accounts: accountChinese,
  actions: actionChinese,
  api: apiChinese,
  billing: billingChinese,
  catalog: catalogChinese,
  connections: connectionChinese,
  fulfilment: fulfilmentChinese,
  mails: mailChinese,
  marketplaces: marketplaceChinese,
  movements: movementChinese,
  operations: operationChinese,
  orders: orderChinese,
  pulls: pullChinese,
  recovery: recoveryChinese,
  stock: stockChinese,
  stores: storeChinese,
} as const;
