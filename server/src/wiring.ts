import { endpoints } from '@evenstock/contract/table';
import type { z } from 'zod';
import type { Context, DomainEvent } from './context.ts';
import * as accountJobs from './modules/accounts/accounts.jobs.ts';
import { accountsRoutes } from './modules/accounts/accounts.routes.ts';
import { mailPasswordChanged } from './modules/accounts/change-password.ts';
import { forgetExpiredSessions } from './modules/accounts/forget-expired-sessions.ts';
import { mailReset } from './modules/accounts/forget-password.ts';
import { mailSignUp } from './modules/accounts/register.ts';
import { deleteAccounts, mailDeletion } from './modules/accounts/request-deletion.ts';
import * as billingJobs from './modules/billing/billing.jobs.ts';
import { billingRoutes } from './modules/billing/billing.routes.ts';
import { chargeMonth, chargeMonths } from './modules/billing/charge-months.ts';
import { countMergedListings } from './modules/billing/count-merged-listings.ts';
import { endForDeletedStore } from './modules/billing/end-subscription.ts';
import { followPayment } from './modules/billing/follow-payment.ts';
import { forgetPaymentEvents } from './modules/billing/forget-payment-events.ts';
import { paymentsChannel, receivePaymentEvent } from './modules/billing/receive-payment-event.ts';
import * as catalogJobs from './modules/catalog/catalog.jobs.ts';
import { catalogRoutes } from './modules/catalog/catalog.routes.ts';
import { countSales } from './modules/catalog/count-sales.ts';
import { loseMarketplace } from './modules/catalog/lose-marketplace.ts';
import { pullDiscounts } from './modules/catalog/pull-discounts.ts';
import { pullListings } from './modules/catalog/pull-listings.ts';
import { insightsRoutes } from './modules/insights/insights.routes.ts';
import { forgetOldNotifications } from './modules/journal/forget-old-notifications.ts';
import * as journalJobs from './modules/journal/journal.jobs.ts';
import { journalRoutes } from './modules/journal/journal.routes.ts';
import { beginDuePulls } from './modules/pulls/begin-due-pulls.ts';
import { createCircuitBreakers } from './modules/connections/circuit-breaker.ts';
import { followUnreadable } from './modules/pulls/follow-unreadable.ts';
import { forgetOldNotices } from './modules/connections/forget-old-notices.ts';
import { forgetOldPulls } from './modules/pulls/forget-old-pulls.ts';
import * as marketplaceJobs from './modules/marketplaces/marketplaces.jobs.ts';
import { marketplacesRoutes } from './modules/marketplaces/marketplaces.routes.ts';
import { mailFirstSync, noteFirstSync } from './modules/pulls/note-first-sync.ts';
import * as pullJobs from './modules/pulls/pulls.jobs.ts';
import { receiveNotice } from './modules/connections/receive-notice.ts';
import { refreshAccess } from './modules/connections/refresh-access.ts';
import { subscribeNotices } from './modules/connections/subscribe-notices.ts';
import { stopStore } from './modules/marketplaces/stop-store.ts';
import { runMarketplaceSchedule } from './modules/pulls/marketplace-schedule.ts';
import { ordersRoutes } from './modules/orders/orders.routes.ts';
import { matchLines } from './modules/orders/match-lines.ts';
import * as orderJobs from './modules/orders/orders.jobs.ts';
import { bookDifferences } from './modules/stock/book-differences.ts';
import { followRefusals } from './modules/stock/follow-refusals.ts';
import { holdUntilRead } from './modules/stock/hold-listings.ts';
import { pushDue } from './modules/stock/push-due.ts';
import { pushStock } from './modules/stock/push-stock.ts';
import * as stockJobs from './modules/stock/stock.jobs.ts';
import { forgetOldEpochs } from './modules/stock/sweep-stock.ts';
import { verifyReads } from './modules/stock/verify-reads.ts';
import { zeroListings } from './modules/stock/zero-listings.ts';
import { followNotices } from './modules/orders/follow-notices.ts';
import { pullOrders } from './modules/orders/pull-orders.ts';
import { mailAutomerge, runAutomerge } from './modules/catalog/run-automerge.ts';
import { stockRoutes } from './modules/stock/stock.routes.ts';
import { forgetOld } from './modules/stores/forget-old.ts';
import { mailInvitation } from './modules/stores/mail-invitation.ts';
import { mailTransfer } from './modules/stores/mail-transfer.ts';
import { membersRoutes } from './modules/stores/members.routes.ts';
import { noteReferral } from './modules/stores/note-referral.ts';
import { mailReferral } from './modules/stores/refer-friends.ts';
import { forgetMember } from './modules/stores/remove-member.ts';
import * as storeJobs from './modules/stores/stores.jobs.ts';
import { invitationsRoutes } from './modules/stores/invitations.routes.ts';
import { storesRoutes } from './modules/stores/stores.routes.ts';
import type { IncomingNotice, NoticeReceiver } from './api/http-notices.ts';
import { enqueue, type EnqueueOptions, type JobDefinition } from './platform/jobs.ts';
import type { RunnableJob } from './platform/worker.ts';
import type { Tx } from './platform/database.ts';
import type { Route } from './api/routing.ts';

/*
 * The one file that knows everyone: routes, job handlers and subscribers of news.
 * A module adds its lines here; a handler that is missing or bound twice stops the program before it serves anything.
 */

/** A kind of work bound to the use case that does it. */
export interface BoundJob {
  readonly definition: JobDefinition;
  /** @throws ZodError for a payload that is not the definition's */
  run(ctx: Context, payload: unknown): Promise<void>;
}

function bind<Payload extends z.ZodType>(
  definition: JobDefinition<Payload>,
  work: (ctx: Context, payload: z.output<Payload>) => Promise<unknown>,
): BoundJob {
  return {
    definition,
    async run(ctx, payload) {
      await work(ctx, definition.payload.parse(payload));
    },
  };
}

type NewsOf<Type extends DomainEvent['type']> = Extract<DomainEvent, { type: Type }>;
type Subscriber<Event extends DomainEvent> = {
  readonly definition: JobDefinition;
  enqueue(tx: Tx, event: Event): Promise<void>;
};
type Subscribers = { readonly [Type in DomainEvent['type']]: readonly Subscriber<NewsOf<Type>>[] };

/** A job for each event of a kind, in the transaction of the change. */
function tell<Event extends DomainEvent, Payload extends z.ZodType>(
  definition: JobDefinition<Payload>,
  payload: (event: Event) => z.input<Payload>,
  options: (event: Event) => EnqueueOptions = () => ({}),
): Subscriber<Event> {
  return { definition, enqueue: (tx, event) => enqueue(tx, definition, payload(event), options(event)) };
}

export const routes: readonly Route[] = [
  ...journalRoutes,
  ...accountsRoutes,
  ...storesRoutes,
  ...membersRoutes,
  ...invitationsRoutes,
  ...billingRoutes,
  ...marketplacesRoutes,
  ...catalogRoutes,
  ...stockRoutes,
  ...ordersRoutes,
  ...insightsRoutes,
];

export const jobs: readonly BoundJob[] = [
  bind(journalJobs.forgetOldNotificationsJob, forgetOldNotifications),
  bind(accountJobs.forgetExpiredSessions, forgetExpiredSessions),
  bind(accountJobs.mailResetJob, (ctx, { email }) => mailReset(ctx, email)),
  bind(accountJobs.mailSignUpJob, (ctx, { signUpId }) => mailSignUp(ctx, signUpId)),
  bind(accountJobs.mailPasswordChangedJob, (ctx, { userId }) => mailPasswordChanged(ctx, userId)),
  bind(accountJobs.mailDeletionJob, (ctx, { userId }) => mailDeletion(ctx, userId)),
  bind(accountJobs.deleteAccountsJob, deleteAccounts),
  bind(storeJobs.mailInvitationJob, (ctx, { invitationId }) => mailInvitation(ctx, invitationId)),
  bind(storeJobs.mailTransferJob, (ctx, { storeId, transferId }) => mailTransfer(ctx, storeId, transferId)),
  bind(storeJobs.mailReferralJob, (ctx, { storeId, email }) => mailReferral(ctx, storeId, email)),
  bind(storeJobs.noteReferralJob, (ctx, { userId, code }) => noteReferral(ctx, userId, code)),
  bind(storeJobs.forgetOldJob, forgetOld),
  bind(storeJobs.forgetMemberJob, (ctx, { userId }) => forgetMember(ctx, userId)),
  bind(marketplaceJobs.stopStoreJob, (ctx, { storeId }) => stopStore(ctx, storeId)),
  bind(billingJobs.countMergedJob, countMergedListings),
  bind(billingJobs.followPaymentJob, (ctx, { subscriptionId }) => followPayment(ctx, subscriptionId)),
  bind(billingJobs.forgetPaymentEventsJob, forgetPaymentEvents),
  bind(billingJobs.chargeMonthsJob, chargeMonths),
  bind(billingJobs.chargeMonthJob, (ctx, { infoId }) => chargeMonth(ctx, infoId)),
  bind(billingJobs.endForDeletedJob, (ctx, { storeId }) => endForDeletedStore(ctx, storeId)),
  bind(marketplaceJobs.marketplaceScheduleJob, runMarketplaceSchedule),
  bind(marketplaceJobs.beginDuePullsJob, beginDuePulls),
  bind(marketplaceJobs.subscribeNoticesJob, (ctx, { marketplaceId }) => subscribeNotices(ctx, marketplaceId)),
  bind(marketplaceJobs.refreshAccessJob, (ctx, { marketplaceId }) => refreshAccess(ctx, marketplaceId)),
  bind(marketplaceJobs.noteFirstSyncJob, (ctx, { marketplaceId }) => noteFirstSync(ctx, marketplaceId)),
  bind(marketplaceJobs.mailFirstSyncJob, (ctx, { marketplaceId }) => mailFirstSync(ctx, marketplaceId)),
  bind(marketplaceJobs.followUnreadableJob, (ctx, { marketplaceId }) => followUnreadable(ctx, marketplaceId)),
  bind(marketplaceJobs.forgetOldNoticesJob, forgetOldNotices),
  bind(pullJobs.forgetOldPullsJob, forgetOldPulls),
  bind(pullJobs.pullListingsJob, (ctx, { pullId }) => pullListings(ctx, pullId)),
  bind(catalogJobs.countSalesJob, countSales),
  bind(catalogJobs.loseMarketplaceJob, loseMarketplace),
  bind(catalogJobs.pullDiscountsJob, pullDiscounts),
  bind(catalogJobs.runAutomergeJob, (ctx, { runId }) => runAutomerge(ctx, runId)),
  bind(catalogJobs.mailAutomergeJob, (ctx, { runId }) => mailAutomerge(ctx, runId)),
  bind(pullJobs.pullOrdersJob, (ctx, { pullId }) => pullOrders(ctx, pullId)),
  bind(orderJobs.followNoticesJob, (ctx, { marketplaceId }) => followNotices(ctx, marketplaceId)),
  bind(orderJobs.matchLinesJob, matchLines),
  bind(stockJobs.pushDueJob, (ctx, { storeId }) => pushDue(ctx, storeId)),
  bind(stockJobs.pushStockJob, pushStock),
  bind(stockJobs.verifyReadsJob, verifyReads),
  bind(stockJobs.holdListingsJob, holdUntilRead),
  bind(stockJobs.zeroListingsJob, zeroListings),
  bind(stockJobs.followRefusalsJob, (ctx, { marketplaceId }) => followRefusals(ctx, marketplaceId)),
  bind(stockJobs.forgetOldEpochsJob, forgetOldEpochs),
  bind(stockJobs.bookDifferencesJob, (ctx, { marketplaceId, pollBeganAt }) =>
    bookDifferences(ctx, marketplaceId, new Date(pollBeganAt)),
  ),
];

export const subscribers: Subscribers = {
  'marketplace.authorised': [
    tell(stockJobs.holdListingsJob, ({ storeId, marketplaceId }) => ({ storeId, marketplaceId })),
    tell(marketplaceJobs.beginDuePullsJob, () => ({})),
    tell(marketplaceJobs.subscribeNoticesJob, ({ marketplaceId }) => ({ marketplaceId })),
  ],
  'marketplace.deactivated': [
    tell(stockJobs.holdListingsJob, ({ storeId, marketplaceId }) => ({ storeId, marketplaceId })),
  ],
  'marketplace.zeroing_asked': [
    tell(
      stockJobs.zeroListingsJob,
      ({ marketplaceId }) => ({ marketplaceId }),
      ({ marketplaceId }) => ({ key: stockJobs.zeroKey(marketplaceId) }),
    ),
  ],
  'marketplace.deleted': [
    tell(catalogJobs.loseMarketplaceJob, ({ storeId, marketplaceId }) => ({ storeId, marketplaceId })),
  ],
  'listings.pulled': [
    tell(
      stockJobs.followRefusalsJob,
      ({ marketplaceId }) => ({ marketplaceId }),
      ({ marketplaceId }) => ({ key: stockJobs.refusalsKey(marketplaceId) }),
    ),
    tell(orderJobs.matchLinesJob, ({ marketplaceId }) => ({ marketplaceId })),
    tell(
      marketplaceJobs.beginDuePullsJob,
      () => ({}),
      () => ({ key: 'due-pulls' }),
    ),
    tell(
      marketplaceJobs.noteFirstSyncJob,
      ({ marketplaceId }) => ({ marketplaceId }),
      ({ marketplaceId }) => ({ key: `first-sync:${String(marketplaceId)}` }),
    ),
  ],
  'orders.polled': [
    tell(orderJobs.matchLinesJob, ({ marketplaceId }) => ({ marketplaceId })),
    tell(stockJobs.bookDifferencesJob, ({ marketplaceId, beganAt }) => ({
      marketplaceId,
      pollBeganAt: beganAt,
    })),
    tell(
      marketplaceJobs.noteFirstSyncJob,
      ({ marketplaceId }) => ({ marketplaceId }),
      ({ marketplaceId }) => ({ key: `first-sync:${String(marketplaceId)}` }),
    ),
  ],
  'store.sync_switched': [
    tell(stockJobs.holdListingsJob, ({ storeId }) => ({ storeId, marketplaceId: null })),
  ],
  'store.deleted': [
    tell(billingJobs.endForDeletedJob, ({ storeId }) => ({ storeId })),
    tell(marketplaceJobs.stopStoreJob, ({ storeId }) => ({ storeId })),
  ],
  'account.registered': [
    tell(storeJobs.noteReferralJob, ({ userId, referralCode }) => ({ userId, code: referralCode })),
  ],
  'account.deleted': [tell(storeJobs.forgetMemberJob, ({ userId }) => ({ userId }))],
  'notice.received': [
    tell(
      orderJobs.followNoticesJob,
      ({ marketplaceId }) => ({ marketplaceId }),
      ({ marketplaceId }) => ({
        key: orderJobs.noticesQueue(marketplaceId),
        queue: orderJobs.noticesQueue(marketplaceId),
      }),
    ),
  ],
};

function subscribersOf<Type extends DomainEvent['type']>(type: Type): readonly Subscriber<NewsOf<Type>>[] {
  return subscribers[type];
}

/** Writes a job for each subscriber of the event, in the transaction given. */
export async function emit<Type extends DomainEvent['type']>(
  tx: Tx,
  event: NewsOf<Type> & { type: Type },
): Promise<void> {
  for (const subscriber of subscribersOf<Type>(event.type)) await subscriber.enqueue(tx, event);
}

/** Who takes in what others tell of: the payment provider's notices, and those of the marketplaces. */
export function takeNotice(ctx: Context, notice: IncomingNotice): ReturnType<NoticeReceiver> {
  return notice.channel === paymentsChannel ? receivePaymentEvent(ctx, notice) : receiveNotice(ctx, notice);
}

/** What a context is made of besides what this file knows. */
export type Parts = Omit<Context, 'emit' | 'circuitBreakers'>;

export function createContext(parts: Parts): Context {
  return { ...parts, emit, circuitBreakers: createCircuitBreakers() };
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
    readonly subscribers: Subscribers;
  } = {
    routes,
    jobs,
    subscribers,
  },
): void {
  const names = wired.jobs.map(({ definition }) => definition.name);
  const told = Object.values(wired.subscribers).flatMap((list) =>
    list.map(({ definition }) => definition.name),
  );
  const places = wired.routes.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`);
  const served = wired.routes.map(({ endpoint }) => endpoint.name);
  // Streams of live changes are the register's own.
  const declared = endpoints.filter(({ kind }) => kind !== 'events').map(({ name }) => name);
  const problems = [
    ...repeated(names).map((name) => `the job ${name} has two handlers`),
    ...told.filter((name) => !names.includes(name)).map((name) => `the job ${name} has no handler`),
    ...repeated(places).map((place) => `${place} is served twice`),
    ...declared.filter((name) => !served.includes(name)).map((name) => `the endpoint ${name} has no route`),
  ];
  if (problems.length > 0) throw new Error(`The program is wired wrongly: ${problems.join('; ')}.`);
}

function repeated(names: readonly string[]): string[] {
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
}

export { bind, tell };
