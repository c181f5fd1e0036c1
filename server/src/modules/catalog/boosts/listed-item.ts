import type { ListedItem } from '@evenstock/connectors/kit/capabilities';
import type { Context } from '../../../context.ts';
import { boostedItem } from './boosts.queries.ts';

/** The keys of an item for its marketplace's calls; null: it is deleted there. */
export function listedItem(ctx: Context, productListingId: number): Promise<ListedItem | null> {
  return boostedItem(ctx.db, productListingId);
}
