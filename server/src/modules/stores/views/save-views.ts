import type { CallReply } from '@evenstock/contract/api/endpoint';
import { message } from '@evenstock/contract/messages/message';
import {
  savedViewLimits,
  viewAddress,
  type createSavedView as createEndpoint,
  type deleteSavedView as deleteEndpoint,
  type listSavedViews as listEndpoint,
  type updateSavedView as updateEndpoint,
} from '@evenstock/contract/stores/saved-views';
import { invalid, notFound, type Call } from '../../../api/routing.ts';
import { isUniqueViolation } from '../../../platform/database/database-errors.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import {
  insertSavedView,
  PLACE_TAKEN,
  readSavedViews,
  removeSavedView,
  setSavedView,
} from './saved-views.queries.ts';

/** The views that the caller has saved in a store. */
export async function listSavedViews({
  ctx,
  actor,
  store,
}: Call<typeof listEndpoint>): Promise<CallReply<typeof listEndpoint>> {
  return { saved_views: await readSavedViews(ctx.db, { storeId: store.id, userId: actor.userId }) };
}

/** Saves the address of a list under a name. @throws Refusal 422 for a name that the caller has given already, or too many views */
export async function createSavedView({
  ctx,
  actor,
  store,
  body: { saved_view: view },
}: Call<typeof createEndpoint>): Promise<CallReply<typeof createEndpoint>> {
  const viewer = { storeId: store.id, userId: actor.userId };
  const limit = savedViewLimits.views;
  const address = viewAddress(view.list, view.address);
  const saved = await inTransaction(
    ctx.db,
    (tx) => insertSavedView(tx, viewer, { ...view, address }, { most: limit, at: ctx.clock.now() }),
    { retryOn: [PLACE_TAKEN] },
  ).catch(refuseTakenName);
  if (saved === null) throw invalid('name', message('stores.too_many_views', { limit }));
  return { saved_view: saved };
}

/** Changes the name or the address of a view. @throws Refusal 404, 422 for a name that is taken */
export async function updateSavedView({
  ctx,
  actor,
  store,
  params,
  body,
}: Call<typeof updateEndpoint>): Promise<CallReply<typeof updateEndpoint>> {
  const viewer = { storeId: store.id, userId: actor.userId };
  const { address, ...change } = body.saved_view;
  const saved = await inTransaction(ctx.db, async (tx) => {
    const view = (await readSavedViews(tx, viewer)).find(({ id }) => id === params.savedViewId);
    if (view === undefined) return null;
    const moved = address === undefined ? {} : { address: viewAddress(view.list, address) };
    return setSavedView(tx, viewer, view.id, { ...change, ...moved }, ctx.clock.now());
  }).catch(refuseTakenName);
  if (saved === null) throw notFound('saved_view');
  return { saved_view: saved };
}

/** Deletes a view. @throws Refusal 404 */
export async function deleteSavedView({
  ctx,
  actor,
  store,
  params,
}: Call<typeof deleteEndpoint>): Promise<CallReply<typeof deleteEndpoint>> {
  const viewer = { storeId: store.id, userId: actor.userId };
  const isGone = await inTransaction(ctx.db, async (tx) => removeSavedView(tx, viewer, params.savedViewId));
  if (!isGone) throw notFound('saved_view');
  return {};
}

function refuseTakenName(error: unknown): never {
  if (isUniqueViolation(error, 'saved_views_name')) throw invalid('name', message('stores.view_name_taken'));
  throw error;
}
