import type { createStore as createStoreEndpoint } from '@evenstock/contract/stores/stores';
import { message } from '@evenstock/contract/messages/message';
import type { z } from 'zod';
import type { Context } from '../../context.ts';
import { isUniqueViolation } from '../../platform/database/database-errors.ts';
import { invalid, type Actor } from '../../api/routing.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { recordActivity } from '../journal/record-activity.ts';
import { insertOwner } from './members/members.queries.ts';
import { setReferredStore } from './referrals/referrals.queries.ts';
import { insertStore, slugsLike } from './store/stores.queries.ts';
import { freeSlug, slugFrom } from '../../platform/text/slug.ts';

type NewStore = z.output<(typeof createStoreEndpoint)['body']>['store'];

/** Reserved slugs: words that a path has in place of a store's slug. */
const reserved = new Set(['get_store_name_from_code']);
/** Violated where a concurrent transaction takes the same slug; another one is chosen. */
const SLUG_TAKEN = 'stores_slug_key';

/**
 * Creates a store whose owner is the caller.
 * @returns the new store's id
 */
export async function createStore(
  ctx: Context,
  actor: Pick<Actor, 'userId'>,
  fields: NewStore,
): Promise<number> {
  try {
    return await openStore(ctx, actor.userId, fields);
  } catch (error) {
    if (!isUniqueViolation(error, SLUG_TAKEN)) throw error;
  }
  throw invalid('name', message('stores.name_contended'));
}

async function openStore(ctx: Context, userId: number, fields: NewStore): Promise<number> {
  const now = ctx.clock.now();
  const base = slugFrom(fields.name, 'store');
  return inTransaction(
    ctx.db,
    async (tx) => {
      const slug = freeSlug(base, await slugsLike(tx, base), reserved);
      const storeId = await insertStore(tx, {
        slug,
        name: fields.name,
        country: fields.country,
        company_name: fields.company_name ?? null,
        address: fields.address ?? null,
        send_email_notifications: fields.send_email_notifications ?? true,
        send_stock_error: fields.send_stock_error ?? false,
        created_at: now,
        updated_at: now,
      });
      await insertOwner(tx, storeId, userId, now);
      await setReferredStore(tx, userId, storeId);
      await recordActivity(tx, {
        storeId,
        key: 'store.create',
        actor: { type: 'User', id: userId },
        recipient: null,
        after: { name: fields.name, country: fields.country },
        at: now,
      });
      return storeId;
    },
    { retryOn: [SLUG_TAKEN] },
  );
}
