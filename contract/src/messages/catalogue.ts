import { accountMessages } from './accounts.ts';
import { actionMessages } from './actions.ts';
import { apiMessages } from './api.ts';
import { billingMessages } from './billing.ts';
import { catalogMessages } from './catalog.ts';
import { connectionMessages } from './connections.ts';
import { fulfilmentMessages } from './fulfilment.ts';
import { mailMessages } from './mails.ts';
import { marketplaceMessages } from './marketplaces.ts';
import { movementMessages } from './movements.ts';
import { operationMessages } from './operations.ts';
import { orderMessages } from './orders.ts';
import { pullMessages } from './pulls.ts';
import { recoveryMessages } from './recovery.ts';
import { stockMessages } from './stock.ts';
import { storeMessages } from './stores.ts';

/** Everything that the server says to people, in English, by module. The Chinese: `catalogue.zh.ts`. */
export const messageTexts = {
  accounts: accountMessages,
  actions: actionMessages,
  api: apiMessages,
  billing: billingMessages,
  catalog: catalogMessages,
  connections: connectionMessages,
  fulfilment: fulfilmentMessages,
  mails: mailMessages,
  marketplaces: marketplaceMessages,
  movements: movementMessages,
  operations: operationMessages,
  orders: orderMessages,
  pulls: pullMessages,
  recovery: recoveryMessages,
  stock: stockMessages,
  stores: storeMessages,
} as const;
export type MessageModule = keyof typeof messageTexts;
