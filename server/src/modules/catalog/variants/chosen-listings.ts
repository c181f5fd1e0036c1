import type { VariantChoice } from '@evenstock/contract/catalog/variants';
import type { Context } from '../../../context.ts';
import type { Actor, StoreScope } from '../../../api/routing.ts';
import { readVariantFilter } from './read-variant-filter.ts';
import type { ChosenListing } from './chosen-listing.ts';
import { idsOfChosen, listingsOfChosen } from './chosen-listings.queries.ts';

/**
 * The SKUs that a member chose, by id.
 * @param most maximum number of SKUs
 * @throws Refusal 403 for a filter that is for platform admins alone
 */
export async function chosenVariantIds(
  ctx: Context,
  store: StoreScope,
  actor: Actor,
  choice: VariantChoice,
  most: number,
): Promise<readonly number[]> {
  const chosen = 'ids' in choice ? choice : { filter: await readVariantFilter(ctx, store, actor, choice.q) };
  return idsOfChosen(ctx.db, store.id, chosen, most);
}

/**
 * The product listings of the SKUs that a member chose, by id.
 * @param most maximum number of listings
 * @throws Refusal 403 for a filter that is for platform admins alone
 */
export async function chosenListings(
  ctx: Context,
  store: StoreScope,
  actor: Actor,
  choice: VariantChoice,
  most: number,
): Promise<readonly ChosenListing[]> {
  const chosen = 'ids' in choice ? choice : { filter: await readVariantFilter(ctx, store, actor, choice.q) };
  return listingsOfChosen(ctx.db, store.id, chosen, most);
}
