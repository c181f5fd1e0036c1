import type { CallReply } from '@evenstock/contract/endpoint';
import type { explainQuantity as endpoint, ExplainedListing } from '@evenstock/contract/explained-quantity';
import type { Context } from '../../context.ts';
import { identityOf } from '../../api/identity.ts';
import { notFound } from '../../api/routing.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { explainStock } from '../stock/explain-stock.ts';
import { describeMarketplaceBrief, describeSync, heldBecause } from './describe-listing.rules.ts';
import { findVariant, listingsOfVariant, type ListingRecord } from './variant-page.queries.ts';

type Explanation = CallReply<typeof endpoint>['explained_quantity'];

/**
 * Why a SKU has its quantity, and each of its listings the number that it shows: sums that add up, all of one moment. A SKU that was
 * merged away answers with the one that it became.
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
      listings: listings.map((listing) => describe(listing, explained.listings.get(listing.id))),
    };
  });
}

/** What the numbers of a listing are made of. */
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
    // While nothing is read or sent there, nothing decides the difference: that comes before any other reason.
    differences: stock.differences.map((difference) =>
      held === null
        ? difference
        : { ...difference, reason_messages: [held, ...(difference.reason_messages ?? [])] },
    ),
  };
}
