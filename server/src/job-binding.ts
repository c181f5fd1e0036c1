import type { z } from 'zod';
import type { Context } from './context.ts';
import type { JobDefinition } from './platform/jobs/jobs.ts';

/** A kind of work bound to the use case that does it. */
export interface BoundJob {
  readonly definition: JobDefinition;
  /** @throws ZodError for a payload that is not the definition's */
  run(ctx: Context, payload: unknown): Promise<void>;
}

/** Binds a kind of work to its use case. */
export function bind<Payload extends z.ZodType>(
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

/** The former names of jobs, and their names now. A job that was queued under a former name before an upgrade still runs, once. */
export const formerNames: Readonly<Record<string, string>> = {
  'accounts.forget_expired_sessions': 'accounts.purge_expired_sessions',
  'actions.perform': 'actions.perform_action',
  'actions.resume': 'actions.resume_actions',
  'operations.run': 'operations.run_operation',
  'operations.resume': 'operations.resume_operations',
  'operations.forget_old': 'operations.purge_operations',
  'count-merged-listings': 'billing.count_merged_listings',
  'follow-payment': 'billing.follow_payment',
  'forget-payment-events': 'billing.purge_payment_events',
  'end-subscription-of-deleted-store': 'billing.end_subscription',
  'charge-months': 'billing.charge_months',
  'charge-month': 'billing.charge_months',
  'billing.charge_month': 'billing.charge_months',
  'run-automerge': 'catalog.resume_earlier_merge',
  'mail-automerge': 'catalog.mail_earlier_merge',
  'count-sales': 'catalog.count_sales',
  'lose-marketplace': 'catalog.detach_marketplace',
  'pull-discounts': 'catalog.pull_discounts',
  'pull-listings': 'catalog.pull_listings',
  'pull-orders': 'orders.pull_orders',
  'follow-notices': 'orders.follow_notices',
  'orders.read': 'orders.read_order',
  'marketplaces.mail_notification': 'stores.mail_notification',
  'marketplaces.subscribe_notices': 'connections.subscribe_notices',
  'marketplaces.refresh_access': 'connections.refresh_access',
  'marketplaces.forget_old_notices': 'connections.purge_notices',
  'journal.forget_old_notifications': 'journal.purge_notifications',
  'forget-old-pulls': 'pulls.purge_pulls',
  'marketplaces.tick': 'pulls.run_marketplace_schedule',
  'marketplaces.begin_due_pulls': 'pulls.begin_due_pulls',
  'marketplaces.note_first_sync': 'pulls.note_first_sync',
  'marketplaces.mail_first_sync': 'pulls.mail_first_sync',
  'marketplaces.follow_unreadable': 'pulls.follow_unreadable',
  'orders.tell_of_data_request': 'orders.notify_of_data_request',
  'stock.begin_anew': 'stock.restart_epochs',
  'stock.push': 'stock.push_stock',
  'stores.forget_member': 'stores.purge_memberships',
  'stores.forget_old': 'stores.purge_expired',
  'stock.forget_old_epochs': 'stock.purge_epochs',
};

/**
 * Adds a handler for each former name. Nothing enqueues these, so they have no cron pattern.
 * @throws Error for a former name of a job that does not exist
 */
export function withFormerNames(jobs: readonly BoundJob[], names = formerNames): readonly BoundJob[] {
  const former = Object.entries(names).map(([name, current]): BoundJob => {
    const bound = jobs.find(({ definition }) => definition.name === current);
    if (bound === undefined) throw new Error(`the job ${current}, formerly ${name}, does not exist`);
    const { payload, maxAttempts } = bound.definition;
    return { definition: { name, payload, maxAttempts }, run: (ctx, given) => bound.run(ctx, given) };
  });
  return [...jobs, ...former];
}
