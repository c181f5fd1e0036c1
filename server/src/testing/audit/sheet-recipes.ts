import { adjustQuantity } from '../../modules/stock/changes/adjust-quantity.ts';
import { upon, type OwnedStore, type Prepared, type Recipe, type Stage } from './stage.ts';

/** Calls that begin long work: the activity is about its operation. */
function begins(stage: Stage, store: OwnedStore, call: Partial<Prepared>): Prepared {
  const newest = stage.ctx.db
    .selectFrom('operations')
    .select('id')
    .where('store_id', '=', store.id)
    .orderBy('id', 'desc');
  return {
    ...store.call,
    ...call,
    activity: async () => upon(store, 'Operation', (await newest.executeTakeFirstOrThrow()).id)(),
  };
}

/** An export of all that the store has. */
const exports =
  (call: Partial<Prepared>): Recipe =>
  async (stage) =>
    begins(stage, await stage.openStore(), call);

const chosenOrder =
  (by: 'query' | 'body'): Recipe =>
  async (stage) => {
    const store = await stage.openStore();
    const { id } = await stage.ctx.db
      .selectFrom('orders')
      .select('id')
      .where('store_id', '=', store.id)
      .executeTakeFirstOrThrow();
    return begins(
      stage,
      store,
      by === 'query' ? { query: { 'id_in[]': String(id) } } : { body: { id_in: [id] } },
    );
  };

/** The code and the id of the SKU of a store. */
async function skuOf(stage: Stage, store: OwnedStore): Promise<string> {
  const { sku } = await stage.ctx.db
    .selectFrom('variants')
    .select('sku')
    .where('id', '=', store.variantId)
    .executeTakeFirstOrThrow();
  return sku ?? '';
}

const importsSheet: Recipe = async (stage) => {
  const store = await stage.openStore();
  await stage.ctx.db
    .updateTable('stores')
    .set({ can_sync_quantity: true })
    .where('id', '=', store.id)
    .execute();
  const form = new FormData();
  const row = `${String(store.variantId)},2,2`;
  form.set('file', new Blob([`Variant Id,Quantity,Exported quantity\n${row}\n`]), 'products.csv');
  return begins(stage, store, { body: form });
};

/** A mass update that has begun. */
const showsMassUpdate: Recipe = async (stage) => {
  const store = await stage.openStore();
  const { id } = await stage.ctx.db
    .insertInto('operations')
    .values({
      store_id: store.id,
      kind: 'variant.mass_update',
      params: JSON.stringify({}),
      state: 'waiting',
      asked_at: stage.ctx.clock.now(),
      finished_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { ...store.call, path: { ...store.call.path, operationId: id } };
};

/** An export whose link was mailed. */
const opensDownload: Recipe = async (stage) => {
  const store = await stage.openStore();
  const path = `/api/stores/${store.slug}/variants/download.json?q[filter_status]=all`;
  await stage.server.call('GET', path, { token: store.owner.token });
  const sig = await stage.mailedToken('sig');
  const { operation_id: operationId } = await stage.ctx.db
    .selectFrom('spreadsheet_results')
    .select('operation_id')
    .orderBy('operation_id', 'desc')
    .executeTakeFirstOrThrow();
  return { ...store.call, path: { ...store.call.path, operationId }, query: { sig } };
};

/** How the calls of spreadsheets succeed, by the names of their endpoints. */
export const sheetRecipes: Readonly<Record<string, Recipe>> = {
  downloadVariants: exports({ query: { 'q[filter_status]': 'all' } }),
  async downloadSelectedVariants(stage) {
    const store = await stage.openStore();
    const variants = { skus: [await skuOf(stage, store)], search_exact_skus: true };
    return begins(stage, store, { body: { variants } });
  },
  async downloadStockMovements(stage) {
    const store = await stage.openStore();
    const { id: storeId, variantId, owner } = store;
    await adjustQuantity(stage.ctx, { storeId, variantId, userId: owner.id, units: 1 });
    return begins(stage, store, {});
  },
  downloadOrders: chosenOrder('query'),
  downloadChosenOrders: chosenOrder('body'),
  downloadOrderItems: chosenOrder('query'),
  downloadItemsOfChosenOrders: chosenOrder('body'),
  massUpdateVariants: importsSheet,
  showMassUpdate: showsMassUpdate,
  showDownload: opensDownload,
};
