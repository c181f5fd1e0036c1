import type { Action, ListedItem } from '@evenstock/connectors/kit/capabilities';
import type { Connector } from '@evenstock/connectors/kit/connector';
import type { ListingWorkKind } from '@evenstock/contract/catalog/product-listings';
import { z } from 'zod';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { defineAction, type ActionDefinition } from '../actions/action-definition.ts';
import { listedItem } from '../catalog/boosts/listed-item.ts';
import { recordName, recordPrice, recordRemoval } from '../catalog/intake/record-edits.ts';
import { readListingJob } from './listings.jobs.ts';
import { findItem, itemOfVariantListing, listingKeys } from './listings.queries.ts';

/** The stored input of an action that sets the price of a SKU, in minor units. */
export const priceAsked = z.object({ price: z.number().int(), currency: z.string() });
/** The stored input of a renaming. */
export const nameAsked = z.object({ name: z.string() });
const nothingAsked = z.object({});

/** Sets the price of a SKU at its marketplace. */
export const priceListingAction = defineAction({
  kind: 'listing.price',
  asked: priceAsked,
  of: (connector) => connector.pricing?.setPrice,
  async fill(ctx, action, asked) {
    const [listing] = await listingKeys(ctx.db, { variantListingId: action.subjectId });
    return listing === undefined ? null : { listing, ...asked };
  },
  async settle(tx, ctx, action, end) {
    const item = await itemOfVariantListing(tx, action.storeId, action.subjectId);
    if (item === null) return;
    if (end.state === 'refused') {
      await readNow(tx, item);
      return;
    }
    const { price } = priceAsked.parse(action.asked);
    await recordPrice(tx, ctx, action, action.subjectId, price);
    await readOnceShown(tx, ctx, item);
  },
});

/** Renames an item at its marketplace. */
export const renameListingAction = defineAction({
  kind: 'listing.rename',
  asked: nameAsked,
  of: (connector) => connector.renaming?.rename,
  async fill(ctx, action, { name }) {
    const item = await listedItem(ctx, action.subjectId);
    return item === null ? null : { item, name };
  },
  async settle(tx, ctx, action, end) {
    if (end.state === 'refused') {
      await readNow(tx, action.subjectId);
      return;
    }
    const { name } = nameAsked.parse(action.asked);
    await recordName(tx, ctx, action, action.subjectId, name);
    await readOnceShown(tx, ctx, action.subjectId);
  },
});

const ofItem = (
  kind: ListingWorkKind,
  of: (connector: Connector) => Action<ListedItem> | undefined,
): ActionDefinition =>
  defineAction({
    kind,
    asked: nothingAsked,
    of,
    fill: (ctx, action) => listedItem(ctx, action.subjectId),
    async settle(tx, ctx, action, end) {
      if (end.state === 'done' && kind === 'listing.remove') {
        await recordRemoval(tx, ctx, action, action.subjectId);
        return;
      }
      await readNow(tx, action.subjectId);
      if (end.state === 'done') await readOnceShown(tx, ctx, action.subjectId);
    },
  });

/** Takes an item off sale at its marketplace. */
export const delistListingAction = ofItem('listing.delist', (connector) => connector.delisting?.delist);
/** Puts an item on sale again at its marketplace. */
export const relistListingAction = ofItem('listing.relist', (connector) => connector.delisting?.relist);
/** Deletes an item at its marketplace. */
export const removeListingAction = ofItem('listing.remove', (connector) => connector.listingRemoval?.remove);

/** Has an item read now: a refusal means that it differs from what is recorded. */
async function readNow(tx: Tx, productListingId: number): Promise<void> {
  await enqueue(tx, readListingJob, { productListingId }, { key: keyOf(productListingId) });
}

/** Has an item read when its marketplace certainly shows the change: until then it may show the earlier state. */
async function readOnceShown(tx: Tx, ctx: Context, productListingId: number): Promise<void> {
  const item = await findItem(tx, productListingId);
  if (item === null) return;
  const { settlesWithin, readLag } = ctx.connectors[item.channel].facts;
  const runAt = new Date(ctx.clock.now().getTime() + (settlesWithin + readLag) * 1000);
  const key = `${keyOf(productListingId)}:shown`;
  await enqueue(tx, readListingJob, { productListingId }, { key, runAt });
}

const keyOf = (productListingId: number): string => `read-listing:${String(productListingId)}`;
