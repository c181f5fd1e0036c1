import * as accessTokens from './access-tokens.ts';
import * as accounts from './accounts.ts';
import * as actions from './actions.ts';
import * as activityLog from './activity-log.ts';
import * as announcements from './announcements.ts';
import * as attachments from './attachments.ts';
import * as billing from './billing.ts';
import * as boosts from './boosts.ts';
import * as cancellations from './cancellations.ts';
import * as listings from './listings.ts';
import * as connections from './connections.ts';
import type { Endpoint } from './endpoint.ts';
import * as explainedQuantity from './explained-quantity.ts';
import * as forceZero from './force-zero.ts';
import * as fulfilment from './fulfilment.ts';
import * as insights from './insights.ts';
import * as journal from './journal.ts';
import * as live from './live.ts';
import * as marketplaces from './marketplaces.ts';
import * as massActions from './mass-actions.ts';
import * as massEdits from './mass-edits.ts';
import * as massMerges from './mass-merges.ts';
import * as massSales from './mass-sales.ts';
import * as massForms from './mass-forms.ts';
import * as members from './members.ts';
import * as merges from './merges.ts';
import * as deadLetters from './dead-letters.ts';
import * as syncHealth from './sync-health.ts';
import * as needsYou from './needs-you.ts';
import * as operations from './operations.ts';
import * as orderDays from './order-days.ts';
import * as orderPage from './order-page.ts';
import * as orders from './orders.ts';
import * as orderWork from './order-work.ts';
import * as ownAccount from './own-account.ts';
import * as productListings from './product-listings.ts';
import * as packing from './packing.ts';
import * as printing from './printing.ts';
import * as products from './products.ts';
import * as pulls from './pulls.ts';
import * as reports from './reports.ts';
import * as returns from './returns.ts';
import * as referrals from './referrals.ts';
import * as savedViews from './saved-views.ts';
import * as signUp from './sign-up.ts';
import * as spreadsheets from './spreadsheets.ts';
import * as stock from './stock.ts';
import * as stores from './stores.ts';
import * as suggestedMerges from './suggested-merges.ts';
import * as variants from './variants.ts';
import * as webhooks from './webhooks.ts';

function isEndpoint(value: unknown): value is Endpoint {
  return (
    typeof value === 'object' &&
    value !== null &&
    'permission' in value &&
    'reply' in value &&
    'path' in value
  );
}

/** All endpoints, collected from the contract's modules: routes, documents and tests include a new one without a change. */
export const endpoints: readonly Endpoint[] = [
  accounts,
  ownAccount,
  accessTokens,
  webhooks,
  announcements,
  signUp,
  stores,
  members,
  savedViews,
  referrals,
  deadLetters,
  syncHealth,
  operations,
  billing,
  marketplaces,
  connections,
  pulls,
  variants,
  products,
  merges,
  suggestedMerges,
  boosts,
  explainedQuantity,
  forceZero,
  listings,
  productListings,
  massEdits,
  massMerges,
  massSales,
  stock,
  orders,
  orderDays,
  orderPage,
  orderWork,
  cancellations,
  fulfilment,
  massActions,
  massForms,
  returns,
  attachments,
  packing,
  printing,
  spreadsheets,
  actions,
  insights,
  needsYou,
  reports,
  journal,
  activityLog,
  live,
]
  .flatMap((module) => Object.values(module).filter(isEndpoint))
  .concat(
    connections.channelEndpoints,
    fulfilment.channelEndpoints,
    massForms.channelEndpoints,
    returns.channelEndpoints,
    cancellations.channelEndpoints,
  );
