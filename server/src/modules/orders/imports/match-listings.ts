import type { ChannelOrderLine } from '@evenstock/connectors/kit/connector';
import type { Tx } from '../../../platform/database/database.ts';
import type { MatchedListing } from './import-order.queries.ts';
import type { BundlePart } from './count-lines.rules.ts';
import { linkCodeOf } from './link-code.rules.ts';
import { linkedVariants } from './linked-codes.queries.ts';
import { bestMatch } from './match-listings.rules.ts';
import { listingsByCodes } from './matches.queries.ts';

/**
 * The listing of each line, by whatever names it: item and variant, the variant or the item alone, the marketplace's own code, or the
 * seller's SKU where a line has no ids and one listing of the shop has it. Null: none, or several.
 * @param byIds the listings of lines that have both ids
 */
export async function matchListings(
  tx: Tx,
  marketplaceId: number,
  lines: readonly ChannelOrderLine[],
  byIds: readonly (MatchedListing & { readonly item: string; readonly variant: string })[],
): Promise<(MatchedListing | null)[]> {
  const found = lines.map(
    ({ itemId, variantId }) =>
      byIds.find(({ item, variant }) => item === itemId && variant === variantId) ?? null,
  );
  const rest = lines.flatMap((line, place) =>
    found[place] === null && line.isListed
      ? [{ place, item: line.itemId, variant: line.variantId, code: line.marketplaceSku, sku: line.sku }]
      : [],
  );
  if (rest.length === 0) return found;
  const candidates = await listingsByCodes(tx, marketplaceId, rest);
  return found.map(
    (listing, place) => listing ?? bestMatch(candidates.filter((candidate) => candidate.place === place)),
  );
}

/** The SKU that a member linked the code of each line without a listing to; null: none. */
export async function linkedLines(
  tx: Tx,
  marketplaceId: number,
  lines: readonly ChannelOrderLine[],
  listings: readonly (MatchedListing | null)[],
): Promise<(number | null)[]> {
  const codes = lines.map((line, place) =>
    line.isListed && (listings[place] ?? null) === null ? linkCodeOf(line) : null,
  );
  const asked = codes.filter((code) => code !== null);
  if (asked.length === 0) return [];
  const linked = await linkedVariants(tx, marketplaceId, asked);
  return codes.map((code) => (code === null ? null : (linked.get(code) ?? null)));
}

/** The listings of the parts of each bundle, where the marketplace tells them and each is found; null: it is no such bundle. */
export async function matchBundles(
  tx: Tx,
  marketplaceId: number,
  lines: readonly ChannelOrderLine[],
): Promise<(readonly BundlePart[] | null)[]> {
  const parts = lines.flatMap((line) => line.parts);
  if (parts.length === 0) return [];
  const candidates = await listingsByCodes(
    tx,
    marketplaceId,
    parts.map((part, place) => ({
      place,
      item: part.itemId,
      variant: part.variantId,
      code: part.marketplaceSku,
      sku: part.sku,
    })),
  );
  let place = 0;
  return lines.map((line) => {
    const own = line.parts.flatMap(({ units }) => {
      const listing = bestMatch(candidates.filter((candidate) => candidate.place === place));
      place += 1;
      return listing === null ? [] : [{ ...listing, units }];
    });
    return own.length > 0 && own.length === line.parts.length ? own : null;
  });
}
