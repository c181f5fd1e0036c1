import type {
  ActivityQuery,
  listActivities as listEndpoint,
  listInstallationActivities as listOfInstallationEndpoint,
  listOrderActivities as listOfOrderEndpoint,
  listProductActivities as listOfProductEndpoint,
  listVariantActivities as listOfVariantEndpoint,
  showActivity as showEndpoint,
  showInstallationActivity as showOfInstallationEndpoint,
} from '@evenstock/contract/journal/activity-log';
import type { CallReply } from '@evenstock/contract/api/endpoint';
import { monthsListed } from '@evenstock/contract/api/fields';
import { message } from '@evenstock/contract/messages/message';
import { installationZone } from '@evenstock/contract/stores/stores';
import { identityOf } from '../../api/identity.ts';
import { countOf, pageOf, sortOf } from '../../api/page-request.ts';
import { invalid, notFound, type Actor, type Call } from '../../api/routing.ts';
import type { Context } from '../../context.ts';
import { activityFilter, type RecipientFilter } from './activity-filters.rules.ts';
import {
  findActivity,
  orderIdOf,
  productIdOf,
  readActivitiesPage,
  variantIdOf,
} from './activity-list.queries.ts';
import { describeActivity } from './describe-activity.rules.ts';

type Reply = CallReply<typeof listEndpoint>;
interface ListCall {
  readonly ctx: Context;
  readonly actor: Pick<Actor, 'role'>;
  readonly store: { readonly id: number | null; readonly timeZone: string };
  readonly query: ActivityQuery;
}

/**
 * Activities of a store, newest first; since yesterday unless asked otherwise. Those of one record (`recipient=Order:12`) are found
 * whatever their age. Days are those of the store's zone.
 * @throws Refusal 422 for an unknown sort, or for days older than the caller may list
 */
export function listActivities(call: Call<typeof listEndpoint>): Promise<Reply> {
  return list(call, null);
}

/**
 * Activities of a product, its SKUs and its listings.
 * @throws Refusal 404; as `listActivities`
 */
export async function listProductActivities(call: Call<typeof listOfProductEndpoint>): Promise<Reply> {
  const identity = identityOf(call.params.productId, 'product');
  const id = await productIdOf(call.ctx.db, call.store.id, identity);
  if (id === null) throw notFound('product');
  return list(call, { type: 'Product', id });
}

/**
 * Activities of a SKU, or of the SKU that it was merged into, and its listings.
 * @throws Refusal 404; as `listActivities`
 */
export async function listVariantActivities(call: Call<typeof listOfVariantEndpoint>): Promise<Reply> {
  const identity = identityOf(call.params.variantId, 'variant');
  const id = await variantIdOf(call.ctx.db, call.store.id, identity);
  if (id === null) throw notFound('variant');
  return list(call, { type: 'Variant', id });
}

/**
 * Activities of an order.
 * @throws Refusal 404; as `listActivities`
 */
export async function listOrderActivities(call: Call<typeof listOfOrderEndpoint>): Promise<Reply> {
  // PostgreSQL has no NUL in texts, so no order has such a number.
  const reference = call.params.referenceNumber.replaceAll('\u0000', '');
  const id = await orderIdOf(call.ctx.db, call.store.id, reference);
  if (id === null) throw notFound('order');
  return list(call, { type: 'Order', id });
}

/**
 * Activities outside of any store, newest first; since yesterday unless asked otherwise.
 * @throws Refusal 422 for an unknown sort
 */
export function listInstallationActivities({
  ctx,
  actor,
  query,
}: Call<typeof listOfInstallationEndpoint>): Promise<Reply> {
  return list({ ctx, actor, query, store: { id: null, timeZone: installationZone } }, null);
}

async function list({ ctx, actor, store, query }: ListCall, record: RecipientFilter | null): Promise<Reply> {
  const page = pageOf(query);
  const sort = sortOf(query.q?.s ?? query.s, ['created_at'], { field: 'created_at', direction: 'desc' });
  const filter = activityFilter(
    query,
    { storeId: store.id, record },
    { now: ctx.clock.now(), zone: store.timeZone, unlimited: actor.role !== 'member' },
  );
  if (filter === null) {
    throw invalid('created_at_dategteq', message('activities.too_far_back', { months: monthsListed }));
  }
  const { activities, totalCount } = await readActivitiesPage(ctx.db, filter, sort.direction, page);
  return {
    activities: activities.map(describeActivity),
    ...countOf(totalCount, filter.text !== null),
    page: page.page,
    per_page: page.perPage,
  };
}

/**
 * One activity of a store.
 * @throws Refusal 404, also for one that was deleted
 */
export function showActivity({
  ctx,
  store,
  params,
}: Call<typeof showEndpoint>): Promise<CallReply<typeof showEndpoint>> {
  return show(ctx, store.id, params.activityId);
}

/**
 * One activity outside of any store.
 * @throws Refusal 404, also for one that was deleted
 */
export function showInstallationActivity({
  ctx,
  params,
}: Call<typeof showOfInstallationEndpoint>): Promise<CallReply<typeof showOfInstallationEndpoint>> {
  return show(ctx, null, params.activityId);
}

async function show(
  ctx: Context,
  storeId: number | null,
  id: number,
): Promise<CallReply<typeof showEndpoint>> {
  const row = await findActivity(ctx.db, storeId, id);
  if (row === null) throw notFound('activity');
  return { activity: describeActivity(row) };
}
