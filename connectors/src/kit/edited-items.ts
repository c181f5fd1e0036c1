import type { Message } from '@evenstock/contract/messages/message';
import type { Effect } from './capabilities.ts';
import type { Access } from './access.ts';
import type { ListingKey } from './listing-key.ts';
import type { ChannelListing, Connector } from './connector.ts';
import { rejected } from './errors.ts';
import { checking } from './rejections.ts';

/** Reads the item of an edit with the channel's own reader of listings. */
export interface EditedItems {
  /** Null when the marketplace no longer has it; a deleted one is returned. Throws `rejected` if it cannot be read. */
  find(access: Access, itemId: string): Promise<ChannelListing | null>;
  /** Throws `rejected` when the marketplace no longer has it, or shows it as deleted. */
  read(access: Access, itemId: string): Promise<ChannelListing>;
  /** Whether the listing shows a price that was set. */
  checkPrice(
    access: Access,
    asked: { readonly listing: ListingKey; readonly price: number },
  ): Promise<Effect>;
  /** Whether the item shows a name that was set. */
  checkName(
    access: Access,
    asked: { readonly item: { readonly itemId: string }; readonly name: string },
  ): Promise<Effect>;
}

/** `gone`: the marketplace's code for an item that it does not have, and the message for the seller. */
export function editedItems(
  listings: Connector['listings'],
  gone: { readonly code: string; readonly reason: Message },
): EditedItems {
  async function find(access: Access, itemId: string): Promise<ChannelListing | null> {
    const found = await listings.read(access, [itemId]);
    const [item] = found.listings;
    const [unreadable] = found.unreadable;
    if (item === undefined && unreadable !== undefined) throw rejected('unreadable', unreadable.reason);
    return item ?? null;
  }

  async function read(access: Access, itemId: string): Promise<ChannelListing> {
    const item = await find(access, itemId);
    if (item !== null && item.status !== 'deleted') return item;
    throw rejected(gone.code, gone.reason);
  }

  return {
    find,
    read,
    checkPrice: (access, { listing, price }) =>
      checking(async () => {
        const item = await read(access, listing.itemId);
        const variant = item.variants.find((each) => each.variantId === listing.variantId);
        return { effect: variant?.price === price ? 'done' : 'not_done' };
      }),
    checkName: (access, { item, name }) =>
      checking(async () => ({
        effect: (await read(access, item.itemId)).name === name ? 'done' : 'not_done',
      })),
  };
}
