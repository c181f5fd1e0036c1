import type { CallReply } from '@evenstock/contract/api/endpoint';
import type {
  explainQuantity as endpoint,
  ExplainedListing,
} from '@evenstock/contract/catalog/explained-quantity';
import type { Context } from '../../../context.ts';
import { identityOf } from '../../../api/identity.ts';
import { notFound } from '../../../api/routing.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { explainStock } from '../../stock/lists/explain-stock.ts';
import { describeMarketplaceBrief, describeSync, heldBecause } from '../variants/describe-listing.rules.ts';
import { partsOfSet } from '../variants/sets.queries.ts';
import { findVariant, listingsOfVariant, type ListingRecord } from '../variants/variant-page.queries.ts';

type Explanation = CallReply<typeof endpoint>['explained_quantity'];

/**
 * Explains the quantity of a SKU, and the number that each of its listings shows, by sums that were read in one transaction. For a SKU
 * that was merged away it explains the one that it became.
 * @throws Refusal 404
 */
export async function explainQuantity(
  ctx: Context,
  storeId: number,
  variantId: string,
): Promise<Explanation> {
  const identity = identityOf(variantId, 'variant');
  const found = await findVariant(ctx.db, storeId, identity);
  if (found === null) throw notFound('variant');
  return inTransaction(ctx.db, async (tx) => {
    const explained = await explainStock(tx, found.id);
    if (explained === null) throw notFound('variant');
    const listings = await listingsOfVariant(tx, found.id, true);
    return {
      variant: {
        id: found.id,
        slug: found.slug,
        sku: found.sku,
        full_product_name: found.full_product_name,
      },
      product: { slug: found.product_slug },
      quantity: explained.quantity,
      ledger: explained.ledger,
      made_of: await explainParts(tx, found.id),
      listings: listings.map((listing) => describe(listing, explained.listings.get(listing.id))),
    };
  });
}

/** The parts of a set with the sets that each allows, the least first. */
async function explainParts(tx: Tx, setId: number): Promise<Explanation['made_of']> {
  const parts = await partsOfSet(tx, setId);
  return parts
    .map((part) => ({ ...part, allows: Math.floor(part.quantity / part.units) }))
    .sort((one, other) => one.allows - other.allows);
}

/** The parts of a listing's numbers. */
type ExplainedStock = Pick<ExplainedListing, 'target' | 'shown' | 'differences'>;

const nothing: ExplainedStock = { target: [], shown: [], differences: [] };

function describe(listing: ListingRecord, stock: ExplainedStock = nothing): ExplainedListing {
  const held = heldBecause(listing);
  return {
    id: listing.id,
    name: listing.name,
    sku: listing.sku,
    state: listing.state,
    marketplace: describeMarketplaceBrief({
      id: listing.marketplace_id,
      slug: listing.marketplace_slug,
      name: listing.marketplace_name,
      channel: listing.channel,
    }),
    sync: describeSync(listing),
    quantity: listing.expected_quantity,
    ...stock,
    // While nothing is read or pushed there, the difference cannot be settled, so this reason comes first.
    differences: stock.differences.map((difference) =>
      held === null
        ? difference
        : { ...difference, reason_messages: [held, ...(difference.reason_messages ?? [])] },
    ),
  };
}
