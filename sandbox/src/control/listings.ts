import type { z } from 'zod';
import type { Item } from '../core/records.ts';
import { furtherPlace } from '../core/places.ts';
import { SandboxError } from '../core/sandbox-error.ts';
import type { Offer, Shop } from '../core/shop.ts';
import type { ChannelSimulator } from '../core/simulator.ts';
import { newItem, type listingEdit, type newListings } from './payloads.ts';
import { minor } from './views.ts';

/** Adds items and notifies the app of each. */
export function makeItems(
  shop: Shop,
  simulator: ChannelSimulator,
  at: number,
  wish: z.output<typeof newListings>,
): Item[] {
  if ('count' in wish) return Array.from({ length: wish.count }, () => madeUp(shop, simulator, at));
  if ('items' in wish) return wish.items.map((item) => makeItem(shop, simulator, at, item, false));
  if ('variants' in wish) return [makeItem(shop, simulator, at, wish, false)];
  const { name, status, ...variant } = wish;
  return [
    makeItem(
      shop,
      simulator,
      at,
      newItem.parse({ name: name ?? variant.sku, status, variants: [variant] }),
      false,
    ),
  ];
}

function madeUp(shop: Shop, simulator: ChannelSimulator, at: number): Item {
  const number = String(shop.nextNumber('made-up')).padStart(6, '0');
  const variants = [{ sku: `BULK-${number}`, price: 5 + (Number(number) % 95), quantity: 100 }];
  return makeItem(shop, simulator, at, newItem.parse({ name: `Made-up product ${number}`, variants }), true);
}

/** Adds one item with its variants; `quiet` notifies nobody. */
export function makeItem(
  shop: Shop,
  simulator: ChannelSimulator,
  at: number,
  wish: z.output<typeof newItem>,
  quiet: boolean,
): Item {
  if (wish.variants.some(({ options }) => options.length !== wish.option_names.length)) {
    throw new SandboxError(422, 'Each variant needs one option for each option name.');
  }
  if (wish.option_names.length === 0 && wish.variants.length > 1)
    throw new SandboxError(422, 'An item with several variants needs option names.');
  return shop.addItem(
    {
      id: simulator.ids.item(shop, shop.nextNumber('item')),
      name: wish.name,
      description: wish.description,
      sku: wish.sku,
      picture: wish.picture,
      status: wish.status,
      isKit: wish.kit,
      optionNames: wish.option_names,
      createdAt: at,
      updatedAt: at,
      variants: wish.variants.map((variant) => ({
        id: simulator.ids.variant(shop, shop.nextNumber('variant')),
        sku: variant.sku,
        barcode: variant.barcode,
        options: variant.options,
        price: minor(variant.price),
        specialPrice: variant.special_price === null ? null : minor(variant.special_price),
        stock: { sellable: variant.quantity, reserved: 0, held: 0, occupied: 0 },
        locked: variant.locked,
        tracked: variant.tracked,
        keptBy: variant.kept_by,
        elsewhere: {},
        status: 'normal',
      })),
    },
    quiet,
  );
}

/** Applies the seller's edit: each field that is given. */
export function editListing(shop: Shop, offer: Offer, edit: z.output<typeof listingEdit>): void {
  const { item, variant } = offer;
  for (const [place, units] of Object.entries(edit.places ?? {})) {
    shop.setStock(offer, { sellable: units }, 'seller', furtherPlace(shop, place).key);
  }
  const quantity = edit.quantity ?? variant.stock.sellable;
  const reserved = edit.reserved ?? Math.min(variant.stock.reserved, quantity);
  if (reserved > quantity)
    throw new SandboxError(422, `${String(reserved)} units cannot be reserved of ${String(quantity)}.`);
  if (edit.quantity !== undefined || edit.reserved !== undefined)
    shop.setStock(offer, { sellable: quantity, reserved }, 'seller');
  if (edit.price !== undefined) shop.setPrice(offer, minor(edit.price));
  const texts =
    edit.name ?? edit.sku ?? edit.status ?? edit.locked ?? edit.special_price ?? edit.kept_by ?? edit.barcode;
  if (texts === undefined) return;
  if (edit.name !== undefined) item.name = edit.name;
  if (edit.sku !== undefined) variant.sku = edit.sku;
  if (edit.barcode !== undefined) variant.barcode = edit.barcode;
  if (edit.special_price !== undefined)
    variant.specialPrice = edit.special_price === null ? null : minor(edit.special_price);
  if (edit.kept_by !== undefined) variant.keptBy = edit.kept_by;
  if (edit.locked !== undefined) variant.locked = edit.locked;
  if (edit.status !== undefined) item.status = edit.status;
  shop.itemChanged(item, edit.status === 'deleted' ? 'deleted' : 'edited');
}
