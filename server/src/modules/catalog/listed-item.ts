import type { ListedItem } from '@evenstock/connectors/kit/capabilities';
import type { Context } from '../../context.ts';
import { boostedItem } from './boosts.queries.ts';

/** An item as its marketplace's calls take it; null: it is deleted there. */
export function listedItem(ctx: Context, productListingId: number): Promise<ListedItem | null> {
  return boostedItem(ctx.db, productListingId);
}
