import type { ActionKind } from '@evenstock/contract/actions/actions';
import { endpoints } from '@evenstock/contract/table';
import type { Context, DomainEvent } from './context.ts';
import type { BoundJob } from './job-binding.ts';
import { journalJobs } from './modules/journal/journal.handlers.ts';
import { journalRoutes } from './modules/journal/journal.routes.ts';
import { accountsJobs } from './modules/accounts/accounts.handlers.ts';
import { accountsRoutes } from './modules/accounts/accounts.routes.ts';
import { accessTokensRoutes } from './modules/accounts/access-tokens.routes.ts';
import { attachmentsJobs } from './modules/attachments/attachments.handlers.ts';
import { attachmentsRoutes } from './modules/attachments/attachments.routes.ts';
import { storesJobs, storesSubscriptions } from './modules/stores/stores.handlers.ts';
import { storesRoutes } from './modules/stores/stores.routes.ts';
import { membersRoutes } from './modules/stores/members.routes.ts';
import { invitationsRoutes } from './modules/stores/invitations.routes.ts';
import { operationsJobs } from './modules/operations/operations.handlers.ts';
import { operationsRoutes } from './modules/operations/operations.routes.ts';
import type { OperationDefinitions } from './modules/operations/operation-definition.ts';
import { webhooksJobs } from './modules/webhooks/webhooks.handlers.ts';
import { webhooksRoutes } from './modules/webhooks/webhooks.routes.ts';
import { billingJobs, billingSubscriptions } from './modules/billing/billing.handlers.ts';
import { billingRoutes } from './modules/billing/billing.routes.ts';
import { paymentsChannel, receivePaymentEvent } from './modules/billing/receive-payment-event.ts';
import { marketplacesJobs, marketplacesSubscriptions } from './modules/marketplaces/marketplaces.handlers.ts';
import { marketplacesRoutes } from './modules/marketplaces/marketplaces.routes.ts';
import { connectionsJobs, connectionsSubscriptions } from './modules/connections/connections.handlers.ts';
import { connectionsRoutes } from './modules/connections/connections.routes.ts';
import { createGenerationGate } from './modules/recovery/agree-generation.ts';
import { createCircuitBreakers } from './modules/connections/limits/circuit-breaker.ts';
import { receiveNotice } from './modules/connections/inbox/receive-notice.ts';
import { pullsJobs, pullsSubscriptions } from './modules/pulls/pulls.handlers.ts';
import { pullsRoutes } from './modules/pulls/pulls.routes.ts';
import { actionsJobs } from './modules/actions/actions.handlers.ts';
import { actionsRoutes } from './modules/actions/actions.routes.ts';
import type { ActionDefinition } from './modules/actions/action-definition.ts';
import { actionRunner } from './modules/actions/perform-action.ts';
import { stockJobs, stockSubscriptions } from './modules/stock/stock.handlers.ts';
import { applyTallyOperation } from './modules/stock/tallies/run-tally.ts';
import { stockRoutes } from './modules/stock/stock.routes.ts';
import { boostListingAction } from './modules/catalog/boosts/boost-listing.ts';
import { catalogJobs, catalogSubscriptions } from './modules/catalog/catalog.handlers.ts';
import { repeatMerge } from './modules/catalog/merges/repeat-merge.ts';
import { automergeOperation } from './modules/catalog/merges/run-automerge.ts';
import { massForceZeroOperation } from './modules/catalog/zeroing/run-mass-force-zero.ts';
import { importListingsOperation, pullListings } from './modules/catalog/intake/pull-listings.ts';
import { catalogRoutes } from './modules/catalog/catalog.routes.ts';
import {
  delistListingAction,
  priceListingAction,
  relistListingAction,
  removeListingAction,
  renameListingAction,
} from './modules/listings/define-listing-actions.ts';
import { listingsJobs } from './modules/listings/listings.handlers.ts';
import { massEditOperation } from './modules/listings/run-mass-edit.ts';
import { massDelistOperation, massRelistOperation } from './modules/listings/run-mass-sale.ts';
import { listingsRoutes } from './modules/listings/listings.routes.ts';
import { ordersJobs, ordersSubscriptions } from './modules/orders/orders.handlers.ts';
import { importOrdersOperation, pullOrders } from './modules/orders/imports/pull-orders.ts';
import { massSyncOperation } from './modules/orders/acts/mass-sync-orders.ts';
import { ordersRoutes } from './modules/orders/orders.routes.ts';
import {
  acceptCancellationAction,
  rejectCancellationAction,
} from './modules/cancellations/answer-cancellation.ts';
import { cancelOrderAction } from './modules/cancellations/cancel-order.ts';
import { cancellationsRoutes } from './modules/cancellations/cancellations.routes.ts';
import { confirmPickupAction } from './modules/fulfilment/confirm-pickup.ts';
import { setReadyAction } from './modules/fulfilment/set-ready-to-collect.ts';
import { fulfilmentRoutes } from './modules/fulfilment/fulfilment.routes.ts';
import {
  massPickupOperation,
  massSetReadyOperation,
  massShipOperation,
} from './modules/fulfilment/mass-fulfil.ts';
import {
  massAcceptOperation,
  massRejectOperation,
} from './modules/cancellations/mass-answer-cancellations.ts';
import { massCancelOperation } from './modules/cancellations/mass-cancel-orders.ts';
import { shipOrderAction } from './modules/fulfilment/ship-order.ts';
import { acceptReturnAction, disputeReturnAction } from './modules/returns/answer-return.ts';
import { pullReturns } from './modules/returns/pull-returns.ts';
import { returnsRoutes } from './modules/returns/returns.routes.ts';
import { returnsJobs, returnsSubscriptions } from './modules/returns/returns.handlers.ts';
import { noticesJobs, noticesSubscriptions } from './modules/notices/notices.handlers.ts';
import { printingJobs, printingSubscriptions } from './modules/printing/printing.handlers.ts';
import { printingRoutes } from './modules/printing/printing.routes.ts';
import { printLabelsOperation } from './modules/printing/print-labels.ts';
import {
  exportMovementsOperation,
  exportOrderItemsOperation,
  exportOrdersOperation,
  exportProductsOperation,
} from './modules/spreadsheets/export-sources.ts';
import { massUpdateOperation } from './modules/spreadsheets/run-mass-update.ts';
import { spreadsheetsJobs } from './modules/spreadsheets/spreadsheets.handlers.ts';
import { spreadsheetsRoutes } from './modules/spreadsheets/spreadsheets.routes.ts';
import { insightsJobs } from './modules/insights/insights.handlers.ts';
import { insightsRoutes } from './modules/insights/insights.routes.ts';
import type { Tx } from './platform/database/database.ts';
import type { IncomingNotice, NoticeReceiver } from './api/http-notices.ts';
import type { RunnableJob } from './platform/jobs/worker.ts';
import type { Route } from './api/routing.ts';
import type { Subscription } from './subscriptions.ts';

/*
 * The one file that knows every module: it puts their routes, job handlers and subscriptions together.
 * A handler that is missing or bound twice stops the program before it serves anything.
 */

/** Each kind of long work; the compiler names one that is missing. */
export const operations: OperationDefinitions = {
  'variant.automerge': automergeOperation,
  'variant_listing.mass_force_zero': massForceZeroOperation,
  'product_listing.mass_delist': massDelistOperation,
  'product_listing.mass_relist': massRelistOperation,
  'order.mass_sync': massSyncOperation,
  'order.mass_ship': massShipOperation,
  'order.mass_set_ready_to_collect': massSetReadyOperation,
  'order.mass_pickup': massPickupOperation,
  'order.mass_cancel': massCancelOperation,
  'order.mass_accept_cancellation': massAcceptOperation,
  'order.mass_reject_cancellation': massRejectOperation,
  'order.print_labels': printLabelsOperation,
  'order.export': exportOrdersOperation,
  'order_item.export': exportOrderItemsOperation,
  'variant.export': exportProductsOperation,
  'variant.mass_update': massUpdateOperation,
  'variant.mass_edit': massEditOperation,
  'stock_movement.export': exportMovementsOperation,
  'stock_tally.apply': applyTallyOperation,
  'marketplace.import_listings': importListingsOperation,
  'marketplace.import_orders': importOrdersOperation,
};

export const routes: readonly Route[] = [
  ...journalRoutes,
  ...accountsRoutes,
  ...accessTokensRoutes,
  ...attachmentsRoutes,
  ...storesRoutes,
  ...membersRoutes,
  ...invitationsRoutes,
  ...webhooksRoutes,
  ...operationsRoutes(operations),
  ...billingRoutes,
  ...marketplacesRoutes,
  ...connectionsRoutes,
  ...pullsRoutes,
  ...actionsRoutes,
  ...catalogRoutes,
  ...listingsRoutes,
  ...stockRoutes,
  ...ordersRoutes,
  ...cancellationsRoutes,
  ...fulfilmentRoutes,
  ...returnsRoutes,
  ...printingRoutes,
  ...spreadsheetsRoutes,
  ...insightsRoutes,
];

export const jobs: readonly BoundJob[] = [
  ...journalJobs,
  ...accountsJobs,
  ...attachmentsJobs,
  ...storesJobs,
  ...webhooksJobs,
  ...operationsJobs(operations),
  ...billingJobs,
  ...marketplacesJobs,
  ...connectionsJobs,
  ...pullsJobs({ listings: pullListings, orders: pullOrders, returns: pullReturns }),
  ...actionsJobs,
  ...stockJobs,
  ...catalogJobs,
  ...listingsJobs,
  ...ordersJobs,
  ...returnsJobs,
  ...noticesJobs,
  ...printingJobs,
  ...spreadsheetsJobs,
  ...insightsJobs,
];

/** The highest module's come first: orders match their lines before stock books what no order explains. */
export const subscriptions: readonly Subscription[] = [
  ...printingSubscriptions,
  ...noticesSubscriptions,
  ...returnsSubscriptions,
  ...ordersSubscriptions,
  ...catalogSubscriptions,
  ...stockSubscriptions,
  ...pullsSubscriptions,
  ...connectionsSubscriptions,
  ...marketplacesSubscriptions,
  ...billingSubscriptions,
  ...storesSubscriptions,
];

/** Enqueues the job of each subscription to the event, in the caller's transaction. */
export async function emit(tx: Tx, event: DomainEvent): Promise<void> {
  for (const subscription of subscriptions) await subscription.enqueueFor(tx, event);
}

/** What each kind of action does; the compiler names a missing kind. */
const actions: Readonly<Record<ActionKind, ActionDefinition>> = {
  'listing.boost': boostListingAction,
  'listing.price': priceListingAction,
  'listing.rename': renameListingAction,
  'listing.delist': delistListingAction,
  'listing.relist': relistListingAction,
  'listing.remove': removeListingAction,
  'order.ship': shipOrderAction,
  'order.ready_to_collect': setReadyAction,
  'order.confirm_pickup': confirmPickupAction,
  'order.cancel': cancelOrderAction,
  'order.accept_cancellation': acceptCancellationAction,
  'order.reject_cancellation': rejectCancellationAction,
  'order.accept_return': acceptReturnAction,
  'order.dispute_return': disputeReturnAction,
};

const performAction = actionRunner(actions);

/** Receives notices: those of the payment provider, and those of the marketplaces. */
export function takeNotice(ctx: Context, notice: IncomingNotice): ReturnType<NoticeReceiver> {
  return notice.channel === paymentsChannel ? receivePaymentEvent(ctx, notice) : receiveNotice(ctx, notice);
}

/** What a context is made of besides what this file knows. */
export type Parts = Omit<
  Context,
  'emit' | 'performAction' | 'repeatMerge' | 'circuitBreakers' | 'generation'
>;

export function createContext(parts: Parts): Context {
  return {
    ...parts,
    emit,
    performAction,
    repeatMerge,
    circuitBreakers: createCircuitBreakers(),
    generation: createGenerationGate(),
  };
}

/** The bound jobs as the worker runs them. */
export function runnable(ctx: Context, bound: readonly BoundJob[] = jobs): RunnableJob[] {
  return bound.map(({ definition, run }) => ({ definition, run: (payload) => run(ctx, payload) }));
}

/**
 * Checks that every kind of work has exactly one handler and every endpoint exactly one route.
 * @throws Error that names what is bound twice or not at all
 */
export function checkWiring(
  wired: {
    readonly routes: readonly Route[];
    readonly jobs: readonly BoundJob[];
    readonly subscriptions: readonly Subscription[];
  } = {
    routes,
    jobs,
    subscriptions,
  },
): void {
  const names = wired.jobs.map(({ definition }) => definition.name);
  const subscribed = wired.subscriptions.map(({ definition }) => definition.name);
  const places = wired.routes.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`);
  const served = wired.routes.map(({ endpoint }) => endpoint.name);
  // Streams of live changes are the register's own.
  const declared = endpoints.filter(({ kind }) => kind !== 'events').map(({ name }) => name);
  const problems = [
    ...repeated(names).map((name) => `the job ${name} has two handlers`),
    ...subscribed.filter((name) => !names.includes(name)).map((name) => `the job ${name} has no handler`),
    ...repeated(places).map((place) => `${place} is served twice`),
    ...declared.filter((name) => !served.includes(name)).map((name) => `the endpoint ${name} has no route`),
  ];
  if (problems.length > 0) throw new Error(`The program is wired wrongly: ${problems.join('; ')}.`);
}

function repeated(names: readonly string[]): string[] {
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
}
