import { z } from 'zod';
import type { Table } from '../core/journal.ts';
import type { Order } from '../core/records.ts';
import { SandboxError } from '../core/sandbox-error.ts';
import type { Core } from '../core/simulator.ts';
import type { CallContext } from './call-context.ts';
import { gid } from './gids.ts';
import { uncancelled } from './order-records.ts';
import { newId } from './webhooks.ts';

/** A cancellation that was asked for (shopify.md 6). */
export const jobRecord = z.object({
  shop: z.string(),
  order: z.string(),
  state: z.enum(['STARTED', 'SUCCEEDED', 'FAILED']),
  reason: z.string(),
  restock: z.boolean(),
  /** Minor units to pay back. */
  amount: z.int(),
  note: z.string().nullable(),
});
type Job = z.infer<typeof jobRecord>;

const takes = 1_000;

/** Orders are cancelled by jobs, a moment after they were asked to be. */
export class CancelJobs {
  readonly #core: Core;
  readonly #table: Table<Job>;

  constructor(core: Core, table: Table<Job>) {
    this.#core = core;
    this.#table = table;
  }

  begin(
    context: CallContext,
    order: Order,
    wish: Pick<Job, 'reason' | 'restock' | 'amount' | 'note'>,
  ): string {
    const id = gid('Job', newId(this.#core, context.shop));
    this.#table.put(id, { shop: context.shop.id, order: order.number, state: 'STARTED', ...wish });
    this.#core.schedule(context.shop, this.#core.clock.now() + takes, 'cancel', id);
    return id;
  }

  /** A cancellation of the order is under way already. */
  whyNot(context: CallContext, order: Order): { code: string; field: string[]; message: string } | null {
    const isUnderWay = [...this.#table.values()].some(
      (job) => job.state === 'STARTED' && job.shop === context.shop.id && job.order === order.number,
    );
    const message = 'Cannot cancel an order that is already being canceled';
    return isUnderWay ? { code: 'INVALID', field: ['orderId'], message } : null;
  }

  /** Null for a job that there is not. */
  isDone(id: string): boolean | null {
    const job = this.#table.get(id);
    return job === undefined ? null : job.state !== 'STARTED';
  }

  /** The moment has come; the order may have changed since. */
  finish(context: CallContext, id: string): void {
    const job = this.#table.get(id);
    const order = job === undefined ? undefined : context.shop.orders.get(job.order);
    if (job === undefined || order === undefined || job.state !== 'STARTED') return;
    const isPossible = whyNotCancel(context, order, {}) === null && this.#cancel(context, order, job);
    job.state = isPossible ? 'SUCCEEDED' : 'FAILED';
    this.#table.put(id, job);
  }

  #cancel(context: CallContext, order: Order, { amount, note, reason, restock }: Job): boolean {
    try {
      context.notesStore.during({ amount, note }, () => {
        context.shop.happen(order, 'cancel', { by: 'seller', reason, restore: restock });
      });
      return true;
    } catch (error) {
      if (error instanceof SandboxError) return false;
      throw error;
    }
  }
}

export interface CancelArguments {
  readonly orderId: string;
  readonly reason: string;
  readonly restock: boolean;
  readonly refund?: boolean | null;
  readonly refundMethod?: {
    readonly originalPaymentMethodsRefund?: boolean;
    readonly storeCreditRefund?: object;
  } | null;
  readonly staffNote?: string | null;
}

/** Why an order cannot be cancelled as asked, or null. */
export function whyNotCancel(
  context: CallContext,
  order: Order | null,
  args: Partial<CancelArguments>,
): { code: string; field: string[] | null; message: string } | null {
  const invalid = (message: string, field: string[] | null = ['orderId']) => ({
    code: 'INVALID',
    field,
    message,
  });
  if (order === null) return null;
  if (
    args.refund !== null &&
    args.refund !== undefined &&
    args.refundMethod !== null &&
    args.refundMethod !== undefined
  ) {
    return invalid('Only one of the arguments `refund` or `refund_method` is allowed.', null);
  }
  if ((args.staffNote ?? '').length > 255)
    return invalid('Staff note is too long (maximum is 255 characters)', ['staffNote']);
  const notes = context.notesStore.of(context.shop, order);
  if (notes.cancelledAt !== null) return invalid('Cannot cancel an order that has already been canceled');
  if (uncancelled(notes).length > 0)
    return invalid('Cannot cancel an order that has outstanding fulfillments');
  if (notes.returnStatus === 'RETURN_REQUESTED' || notes.returnStatus === 'IN_PROGRESS')
    return invalid('Cannot cancel an order that has an active return');
  if (order.stage === 'cancelled') return invalid('Cannot cancel an order that has no items left');
  return null;
}
