import {
  listingAction,
  type ListingAction,
  type ListingWorkKind,
} from '@evenstock/contract/catalog/product-listings';
import { message, type Message } from '@evenstock/contract/messages/message';

/** Maximum length of a name where a channel names no limit. */
export const LONGEST_NAME = 255;

/** The facts of a listing that decide which actions are offered. */
export interface ActionFacts {
  /** The channel's name. */
  readonly channel: string;
  readonly capabilities: {
    readonly prices: boolean;
    readonly renames: boolean;
    readonly delists: boolean;
    readonly removes: boolean;
  };
  readonly marketplace: { readonly name: string; readonly isVerified: boolean };
  readonly state: 'live' | 'inactive' | 'deleted';
  /** Some SKU of the listing has a price at the marketplace. */
  readonly isPriced: boolean;
  /** The listing shares its product, or a SKU, with another listing. */
  readonly isShared: boolean;
  /** The caller may delete listings. */
  readonly mayDelete: boolean;
  /** The kinds of its unfinished actions. */
  readonly unfinished: readonly ListingWorkKind[];
}

/** An action that is not offered, with the reason. */
export interface WithheldAction {
  readonly action: ListingAction;
  readonly reason: Message;
}

/** Why an action is withheld; null: it is offered. */
const withheldBecause: Readonly<Record<ListingAction, (listing: ActionFacts) => Message | null>> = {
  edit_price: (listing) =>
    whyNoPrice(listing) ??
    (listing.isPriced ? null : message('listings.no_price', { marketplace: listing.marketplace.name })),
  edit_name: (listing) =>
    whyNotThere(listing, listing.capabilities.renames) ?? whyBusy(listing, ['listing.rename']),
  delist: (listing) => whyNoSale('delist', listing) ?? whyBusy(listing, sales),
  relist: (listing) => whyNoSale('relist', listing) ?? whyBusy(listing, sales),
  sync: ({ marketplace }) => (marketplace.isVerified ? null : unauthorised(marketplace)),
  delete: (listing) => {
    if (!listing.capabilities.removes) return whyNotThere(listing, false);
    if (!listing.mayDelete) return message('listings.admins_delete');
    return whyNotThere(listing, true) ?? whyBusy(listing, sales);
  },
  unmerge: ({ isShared }) => (isShared ? null : message('listings.not_shared')),
};

/** The state of a listing after each act, once its marketplace has confirmed it. */
export const stateAfter = { delist: 'inactive', relist: 'live', delete: 'deleted' } as const;

/** Actions that exclude one another. */
const sales: readonly ListingWorkKind[] = ['listing.delist', 'listing.relist', 'listing.remove'];

/** The actions of a listing: those that are offered, and why the others are not. */
export function listingActions(listing: ActionFacts): {
  readonly offered: ListingAction[];
  readonly withheld: WithheldAction[];
} {
  const offered: ListingAction[] = [];
  const withheld: WithheldAction[] = [];
  for (const action of listingAction.options) {
    const reason = withheldBecause[action](listing);
    if (reason === null) offered.push(action);
    else withheld.push({ action, reason });
  }
  return { offered, withheld };
}

type PlaceFacts = Pick<ActionFacts, 'channel' | 'marketplace' | 'state'>;

/** Why a listing cannot be taken off sale, or put back, if no other action is under way; null: it can. */
export function whyNoSale(
  verb: 'delist' | 'relist',
  listing: PlaceFacts & { readonly capabilities: Pick<ActionFacts['capabilities'], 'delists'> },
): Message | null {
  const elsewhere = whyNotThere(listing, listing.capabilities.delists);
  if (elsewhere !== null || (listing.state === 'live') === (verb === 'delist')) return elsewhere;
  const { name: marketplace } = listing.marketplace;
  return message(verb === 'delist' ? 'listings.not_on_sale' : 'listings.on_sale', { marketplace });
}

/** Why the price of a listing cannot be set; null: it can, or the listing has no price. */
export function whyNoPrice(
  listing: PlaceFacts & { readonly capabilities: Pick<ActionFacts['capabilities'], 'prices'> },
): Message | null {
  return whyNotThere(listing, listing.capabilities.prices);
}

function whyNotThere(listing: PlaceFacts, isCapable: boolean): Message | null {
  const { marketplace } = listing;
  if (!isCapable) return message('listings.not_by_channel', { channel: listing.channel });
  if (listing.state === 'deleted') return message('listings.gone', { marketplace: marketplace.name });
  return marketplace.isVerified ? null : unauthorised(marketplace);
}

const unauthorised = ({ name }: ActionFacts['marketplace']): Message =>
  message('listings.needs_authorisation', { marketplace: name });

function whyBusy(
  { unfinished, marketplace }: ActionFacts,
  kinds: readonly ListingWorkKind[],
): Message | null {
  const isBusy = unfinished.some((kind) => kinds.includes(kind));
  return isBusy ? message('listings.busy', { marketplace: marketplace.name }) : null;
}
