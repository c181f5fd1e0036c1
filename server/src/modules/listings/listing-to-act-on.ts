import { channels } from '@evenstock/contract/channels/channels';
import type { ListingAction } from '@evenstock/contract/catalog/product-listings';
import { abilitiesIn } from '../../api/caller-abilities.ts';
import type { Context } from '../../context.ts';
import { identityOf } from '../../api/identity.ts';
import { invalid, notFound, type Actor, type StoreScope } from '../../api/routing.ts';
import { listingActions, type ActionFacts, type WithheldAction } from './listing-actions.rules.ts';
import { findListing, readWorks, type ListingRecord, type WorkRecord } from './listings.queries.ts';

/** How long a confirmed change is shown, in milliseconds. */
const SHOWN_MS = 3_600_000;

/** The person who looks at a listing, or acts on it. */
export interface Caller {
  readonly ctx: Context;
  readonly store: StoreScope;
  readonly actor: Actor;
}

/** The properties of a caller that decide which actions are possible. */
interface Asking {
  readonly ctx: Context;
  readonly store: Pick<StoreScope, 'id' | 'role'>;
  readonly actor: Pick<Actor, 'role'>;
}

/** A listing with the actions that are possible. */
export interface ListingToActOn extends ListingRecord {
  readonly works: readonly WorkRecord[];
  readonly offered: readonly ListingAction[];
  readonly withheld: readonly WithheldAction[];
}

/** Finds a listing with the actions that are possible. @throws Refusal 404 */
export async function listingToActOn(caller: Asking, idOrSlug: string | number): Promise<ListingToActOn> {
  const { ctx, store } = caller;
  const identity = typeof idOrSlug === 'number' ? { id: idOrSlug } : identityOf(idOrSlug, 'product_listing');
  const found = await findListing(ctx.db, store.id, identity);
  if (found === null) throw notFound('product_listing');
  const [listing] = await withActions(caller, [found]);
  if (listing === undefined) throw notFound('product_listing');
  return listing;
}

/** Adds to listings the actions that are possible and those that are under way. */
export async function withActions(
  { ctx, store, actor }: Asking,
  listings: readonly ListingRecord[],
): Promise<readonly ListingToActOn[]> {
  const shownAfter = new Date(ctx.clock.now().getTime() - SHOWN_MS);
  const works = await readWorks(
    ctx.db,
    listings.map(({ id }) => id),
    shownAfter,
  );
  const mayDelete = abilitiesIn(store.role, actor).includes('listing.delete');
  return listings.map((listing) => {
    const own = works.filter(({ product_listing_id: id }) => id === listing.id);
    return { ...listing, works: own, ...listingActions(factsOf(ctx, listing, own, mayDelete)) };
  });
}

/** The facts that decide which actions of a listing are possible. */
export function factsOf(
  ctx: Context,
  listing: ListingRecord,
  works: readonly WorkRecord[],
  mayDelete: boolean,
): ActionFacts {
  const connector = ctx.connectors[listing.channel];
  return {
    channel: channels[listing.channel].label,
    capabilities: {
      prices: connector.pricing !== undefined,
      renames: connector.renaming !== undefined,
      delists: connector.delisting !== undefined,
      removes: connector.listingRemoval !== undefined,
    },
    marketplace: { name: listing.marketplace_name, isVerified: listing.marketplace_state === 'verified' },
    state: listing.state,
    isPriced: listing.variants.some(({ currency }) => currency !== null),
    isShared: listing.is_shared,
    mayDelete,
    unfinished: works.filter(({ finished_at: end }) => end === null).map(({ kind }) => kind),
  };
}

/** Requires that an action is offered for a listing. @throws Refusal 422 under 'product_listing' with the reason */
export function requireOffered(listing: ListingToActOn, action: ListingAction): void {
  const withheld = listing.withheld.find((one) => one.action === action);
  if (withheld !== undefined) throw invalid('product_listing', withheld.reason);
}
