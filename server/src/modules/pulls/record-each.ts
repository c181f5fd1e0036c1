import { ChannelError } from '@evenstock/connectors/kit/errors';
import type { Unreadable } from '@evenstock/connectors/kit/paging';
import { message } from '@evenstock/contract/messages/message';
import type { Context } from '../../context.ts';
import { isPassingFault } from '../../platform/database/database-errors.ts';
import { RetryTransaction } from '../../platform/database/transaction.ts';

/** Records that were recorded, and those that could not be, with the reason. */
export interface Recorded<Item> {
  readonly recorded: readonly Item[];
  readonly unreadable: readonly Unreadable[];
}

/**
 * Records each item of a page in turn. One that cannot be recorded for what it holds is logged and set aside with a reason: it costs
 * no other one.
 * @param referenceOf what the item is quarantined by
 * @throws what is no fault of the item: the database is away or busy, a marketplace does not answer
 */
export async function recordEach<Item>(
  ctx: Context,
  items: readonly Item[],
  referenceOf: (item: Item) => string,
  record: (item: Item) => Promise<unknown>,
): Promise<Recorded<Item>> {
  const recorded: Item[] = [];
  const unreadable: Unreadable[] = [];
  for (const item of items) {
    try {
      await record(item);
      recorded.push(item);
    } catch (error) {
      if (isNoFaultOfItem(error)) throw error;
      const reference = referenceOf(item);
      ctx.log.error({ err: error, reference }, 'A record of a marketplace could not be recorded.');
      unreadable.push({ reference, reason: message('api.not_recorded') });
    }
  }
  return { recorded, unreadable };
}

/** The same, with all items at once first. The work rolls back what it did of items that fail. */
export async function recordTogether<Item>(
  ctx: Context,
  items: readonly Item[],
  referenceOf: (item: Item) => string,
  record: (items: readonly Item[]) => Promise<unknown>,
): Promise<Recorded<Item>> {
  try {
    await record(items);
    return { recorded: items, unreadable: [] };
  } catch (error) {
    if (isNoFaultOfItem(error)) throw error;
    return recordEach(ctx, items, referenceOf, (item) => record([item]));
  }
}

const isNoFaultOfItem = (error: unknown): boolean =>
  error instanceof ChannelError || error instanceof RetryTransaction || isPassingFault(error);
