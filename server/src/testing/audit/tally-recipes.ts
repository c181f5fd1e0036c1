import { randomUUID } from 'node:crypto';
import type { OwnedStore, Prepared, Recipe, Stage } from './stage.ts';

/** What is done to the open count of a store. */
async function uponTally(
  stage: Stage,
  more: (store: OwnedStore) => Partial<Prepared>,
  isJournaled: boolean,
): Promise<Prepared> {
  const store = await stage.openStore();
  const { id, owner, call, tallyId } = store;
  const activity = () => ({ storeId: id, actorId: owner.id, recipient: { type: 'StockTally', id: tallyId } });
  return { ...call, ...more(store), ...(isJournaled ? { activity } : {}) };
}

const newScan = {
  key: randomUUID(),
  code: 'UNHEARD-OF',
  variant_id: null,
  units: 1,
  is_total: false,
  age_ms: 0,
};

const starts: Recipe = async (stage) => {
  const { id, owner, call, variantId } = await stage.openStore();
  const newest = stage.ctx.db.selectFrom('stock_tallies').select('id').where('store_id', '=', id);
  return {
    ...call,
    body: { tally: { kind: 'count', key: randomUUID(), variant_ids: [variantId] } },
    activity: async () => {
      const { id: tallyId } = await newest.orderBy('id', 'desc').executeTakeFirstOrThrow();
      return { storeId: id, actorId: owner.id, recipient: { type: 'StockTally', id: tallyId } };
    },
  };
};

const applies: Recipe = async (stage) => {
  const prepared = await uponTally(
    stage,
    () => ({ body: { apply: { revision: 1, zero_uncounted: null } } }),
    true,
  );
  await stage.ctx.db.updateTable('stores').set({ can_sync_quantity: true }).execute();
  return prepared;
};

const resolves: Recipe = async (stage) => {
  const prepared = await uponTally(
    stage,
    ({ variantId }) => ({ body: { code: { code: 'UNHEARD-OF', variant_id: variantId } } }),
    false,
  );
  const path = `/api/stores/${String(prepared.path?.['storeId'])}/stock_tallies/${String(prepared.path?.['tallyId'])}`;
  await stage.server.call('POST', `${path}/scans.json`, {
    ...(prepared.token === undefined ? {} : { token: prepared.token }),
    body: { scans: [newScan] },
  });
  return prepared;
};

/** How the calls about stock counts and receipts succeed, by the names of their endpoints. */
export const tallyRecipes: Readonly<Record<string, Recipe>> = {
  startTally: starts,
  recordScans: (stage) => uponTally(stage, () => ({ body: { scans: [newScan] } }), false),
  resolveTallyCode: resolves,
  applyTally: applies,
  discardTally: (stage) => uponTally(stage, () => ({}), true),
};
