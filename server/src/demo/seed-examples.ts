import type { Context } from '../context.ts';
import type { Actor, StoreScope } from '../api/routing.ts';
import { pinVariants } from '../modules/catalog/pages/pin-variants.ts';
import { removeSuggestions } from '../modules/catalog/merges/remove-suggestions.ts';
import { scheduleForceZero } from '../modules/catalog/zeroing/schedule-force-zero.ts';
import { toggleBoost } from '../modules/catalog/boosts/toggle-boost.ts';
import { updateVariant } from '../modules/catalog/pages/update-variant.ts';
import { startProducts } from '../modules/spreadsheets/start-export.ts';
import { startMassUpdate } from '../modules/spreadsheets/start-mass-update.ts';
import { createSavedView } from '../modules/stores/views/save-views.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** A suggestion that the team does not want: the same code, but not the same thing. */
const REMOVED_SUGGESTION = 'CONDENSED';
const FORCED_TO_ZERO = 'STOOL-RED';
const SOON_FORCED_TO_ZERO = 'TIFFIN-3';
const BUMPED = 'LOVE-LETTER';
const NEVER_RESTOCKED = 'PIN-KOPI';
/** Units that a delivery brought, as a sheet has them. */
const DELIVERED: ReadonlyMap<string, number> = new Map([
  ['PEANUT-400', 24],
  ['HAEBI-180', 12],
]);

interface Caller {
  readonly ctx: Context;
  readonly actor: Actor;
  readonly store: StoreScope;
}

/** Gives every view and filter of the products list something to show: what a team did by hand in its last days. */
export async function seedExamples(caller: Caller): Promise<void> {
  const { ctx, actor, store } = caller;
  const now = ctx.clock.now().getTime();
  const away = { from: now - 2 * HOUR, to: now + 5 * DAY };
  const fair = { from: now + DAY, to: now + 3 * DAY };
  for (const [sku, { from, to }] of [
    [FORCED_TO_ZERO, away],
    [SOON_FORCED_TO_ZERO, fair],
  ] as const) {
    const window = { force_zero_qty_from: new Date(from), force_zero_qty_to: new Date(to) };
    await scheduleForceZero(ctx, store, actor, (await listingOf(caller, sku)).id, window);
  }
  await toggleBoost(ctx, store, actor, (await listingOf(caller, BUMPED)).id);
  const { variant_id: returned } = await listingOf(caller, NEVER_RESTOCKED);
  await updateVariant(ctx, store, actor, String(returned), { disable_restock: true });
  await pinVariants(ctx, store, actor, { ids: [await firstListed(caller)] }, true);
  await removeSuggestions(ctx, store, actor, [REMOVED_SUGGESTION]);
  const call = { ...caller, params: { storeId: store.slug }, address: '', agent: null, respondsAsync: true };
  const view = { list: 'products', name: 'Sold out', address: 'filter_status=no_stock' } as const;
  await createSavedView({ ...call, query: {}, body: { saved_view: view }, file: null });
  await startProducts({ ...call, query: {}, body: undefined, file: null });
  const sheet = { name: 'delivery.csv', bytes: Buffer.from(await deliverySheet(caller)) };
  await startMassUpdate({ ...call, query: {}, body: {}, file: sheet });
}

async function listingOf({ ctx, store }: Caller, sku: string): Promise<{ id: number; variant_id: number }> {
  return ctx.db
    .selectFrom('variant_listings')
    .select(['id', 'variant_id'])
    .where('store_id', '=', store.id)
    .where('sku', '=', sku)
    .orderBy('id')
    .executeTakeFirstOrThrow();
}

/** The SKU that begins the products list: pinning it leaves the others where they are. */
async function firstListed({ ctx, store }: Caller): Promise<number> {
  const { id } = await ctx.db
    .selectFrom('variants')
    .select('id')
    .where('store_id', '=', store.id)
    .where('merged_into_id', 'is', null)
    .orderBy('full_product_name')
    .orderBy('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** An exported sheet after an edit: the delivered units are added. */
async function deliverySheet({ ctx, store }: Caller): Promise<string> {
  const variants = await ctx.db
    .selectFrom('variants')
    .select(['id', 'sku', 'quantity'])
    .where('store_id', '=', store.id)
    .where('merged_into_id', 'is', null)
    .where('sku', 'in', [...DELIVERED.keys()])
    .orderBy('sku')
    .execute();
  const rows = variants.map(({ id, sku, quantity }) =>
    [id, sku, quantity + (DELIVERED.get(sku ?? '') ?? 0), quantity].join(','),
  );
  return ['Variant Id,SKU,Quantity,Exported quantity', ...rows, ''].join('\n');
}
