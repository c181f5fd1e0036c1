import * as accessTokens from './stores/access-tokens.ts';
import * as accounts from './accounts/accounts.ts';
import * as actions from './actions/actions.ts';
import * as activityLog from './journal/activity-log.ts';
import * as announcements from './stores/announcements.ts';
import * as attachments from './attachments/attachments.ts';
import * as billing from './billing/billing.ts';
import * as boosts from './catalog/boosts.ts';
import * as cancellations from './cancellations/cancellations.ts';
import * as listings from './catalog/listings.ts';
import * as connections from './connections/connections.ts';
import * as stockPlaces from './connections/stock-places.ts';
import type { Endpoint } from './api/endpoint.ts';
import * as explainedQuantity from './catalog/explained-quantity.ts';
import * as forceZero from './catalog/force-zero.ts';
import * as fulfilment from './fulfilment/fulfilment.ts';
import * as insights from './insights/insights.ts';
import * as journal from './journal/journal.ts';
import * as live from './stores/live.ts';
import * as marketplaces from './marketplaces/marketplaces.ts';
import * as massActions from './fulfilment/mass-actions.ts';
import * as massEdits from './listings/mass-edits.ts';
import * as massMerges from './catalog/mass-merges.ts';
import * as massSales from './listings/mass-sales.ts';
import * as massForms from './fulfilment/mass-forms.ts';
import * as members from './stores/members.ts';
import * as merges from './catalog/merges.ts';
import * as deadLetters from './operations/dead-letters.ts';
import * as syncHealth from './insights/sync-health.ts';
import * as needsYou from './insights/needs-you.ts';
import * as operations from './operations/operations.ts';
import * as orderDays from './orders/order-days.ts';
import * as orderPage from './orders/order-page.ts';
import * as orders from './orders/orders.ts';
import * as orderWork from './orders/order-work.ts';
import * as ownAccount from './accounts/own-account.ts';
import * as productListings from './catalog/product-listings.ts';
import * as quantityChanges from './catalog/quantity-changes.ts';
import * as packing from './orders/packing.ts';
import * as printing from './printing/printing.ts';
import * as products from './catalog/products.ts';
import * as pulls from './pulls/pulls.ts';
import * as reports from './insights/reports.ts';
import * as returns from './returns/returns.ts';
import * as referrals from './stores/referrals.ts';
import * as savedViews from './stores/saved-views.ts';
import * as signUp from './accounts/sign-up.ts';
import * as spreadsheets from './spreadsheets/spreadsheets.ts';
import * as stock from './stock/stock.ts';
import * as plannedWrites from './stock/planned-writes.ts';
import * as placesPreview from './stock/stock-places.ts';
import * as stores from './stores/stores.ts';
import * as suggestedMerges from './catalog/suggested-merges.ts';
import * as tallies from './stock/tallies.ts';
import * as variants from './catalog/variants.ts';
import * as webhooks from './webhooks/webhooks.ts';

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
  stockPlaces,
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
  tallies,
  quantityChanges,
  massMerges,
  massSales,
  stock,
  plannedWrites,
  placesPreview,
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
