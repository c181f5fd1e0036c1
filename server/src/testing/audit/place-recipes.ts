import { makePlace } from '@evenstock/sandbox/control/places';
import { upon, type FieldChanges, type Recipe, type Stage } from './stage.ts';

/** The marketplace of a Lazada shop, which lists its warehouses. */
async function lazadaOf(stage: Stage) {
  const store = await stage.openConnectedStore();
  const { id, channel_shop_id: shop } = await stage.ctx.db
    .selectFrom('marketplaces')
    .select(['id', 'channel_shop_id'])
    .where('store_id', '=', store.id)
    .where('channel', '=', 'lazada')
    .executeTakeFirstOrThrow();
  const path = { ...store.call.path, marketplaceId: id };
  return { store, id, shop: shop ?? '', call: { ...store.call, path } };
}

const choosesPlace: Recipe = async (stage) => {
  const { store, id, shop, call } = await lazadaOf(stage);
  makePlace(stage.ctx.sandbox.control, 'lazada', shop, { name: 'Jurong' });
  const changes: FieldChanges = { places: ['Main warehouse', 'Jurong'] };
  const body = { place_ids: ['dropshipping-2'] };
  return { ...call, body, activity: upon(store, 'Marketplace', id, changes) };
};

const looksAtPlaces =
  (query?: Readonly<Record<string, string>>): Recipe =>
  async (stage) => {
    const { call } = await lazadaOf(stage);
    return { ...call, ...(query === undefined ? {} : { query }) };
  };

/** How the calls about places of stock succeed, by the names of their endpoints. */
export const placeRecipes: Readonly<Record<string, Recipe>> = {
  chooseStockPlaces: choosesPlace,
  listStockPlaces: looksAtPlaces(),
  previewStockPlaces: looksAtPlaces({ 'place_ids[]': 'dropshipping' }),
};
