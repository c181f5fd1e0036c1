import { randomInt } from 'node:crypto';
import {
  beginAuthorisation,
  completionAt,
  completionByShopAt,
} from '@evenstock/contract/connections/connections';
import { channels, type ChannelKind } from '@evenstock/contract/channels/channels';
import { createMarketplace, showMarketplace } from '@evenstock/contract/marketplaces/marketplaces';
import { createStore, updateStore } from '@evenstock/contract/stores/stores';
import { z } from 'zod';
import type { Caller } from './api.ts';
import { control as demoControl, type Control } from './control.ts';
import { until } from './until.ts';

/* Stores and shops that a journey makes for itself. */

/** Makes a store owned by the caller; returns its slug. */
export async function newStore({ call }: Caller, name: string): Promise<string> {
  const { store } = await call(createStore, { body: { store: { name, country: 'sg' } } });
  return store.slug;
}

/** Enables inventory sync. */
export async function allowSync({ call }: Caller, slug: string): Promise<void> {
  await call(updateStore, { params: { storeId: slug }, body: { store: { can_sync_quantity: true } } });
}

/** A listing of a new shop. */
export interface Offered {
  readonly sku: string;
  readonly name: string;
  readonly quantity: number;
}

/** A shop of the sandbox that is not connected yet. */
export interface OwnShop {
  readonly channel: ChannelKind;
  /** The sandbox's id of the shop. */
  readonly shop: string;
  readonly listings: number | readonly Offered[];
}

/** With eight digits more, as the sandbox has the ids of some listings, these are still whole numbers that JavaScript holds exactly. */
const MOST_SHOP_ID = 90_000_000;

/** Draws the id of a shop, so that no two journeys, and no two runs of one, open the same shop. */
export function newShopId(): string {
  return String(randomInt(10_000_000, MOST_SHOP_ID));
}

/** The name by which a shop of a journey is found. */
const nameOf = (shop: string): string => `Journey ${shop}`;

/** Opens a shop in the sandbox: the demo's, unless another one is called. */
export async function openShop(
  { channel, shop, listings }: OwnShop,
  control: Control = demoControl,
): Promise<void> {
  // Its prices are whole rupiah.
  const currency = channel === 'tokopedia' ? {} : { currency: 'SGD' };
  await control('POST', '/shops', { channel, shop, name: nameOf(shop), ...currency });
  const items =
    typeof listings === 'number'
      ? { count: listings }
      : { items: listings.map(({ sku, name, quantity }) => ({ name, variants: [{ sku, quantity }] })) };
  await control('POST', `/${channel}/${shop}/listings`, items);
}

const grant = z.record(z.string(), z.string());

/** Opens a shop and connects it as 'Our shopee' or the like; its products were pulled when this returns. */
export async function connectShop(
  { call }: Caller,
  storeId: string,
  own: OwnShop & { readonly channel: 'shopee' | 'lazada' | 'shopify' | 'tokopedia' },
  control: Control = demoControl,
): Promise<void> {
  const { channel, shop } = own;
  const { consent, marketplaceType, shopName } = channels[channel];
  await openShop(own, control);
  const { marketplace } = await call(createMarketplace, {
    params: { storeId },
    body: {
      marketplace: {
        name: `Our ${channel}`,
        type: marketplaceType,
        ...(shopName === null ? {} : { shop_name: shopName.domain === null ? nameOf(shop) : shop }),
      },
    },
  });
  const params = { storeId, marketplaceId: marketplace.slug };
  if (consent.by === 'linked') {
    await control('POST', `/${channel}/${shop}/grant`, {});
    await call(beginAuthorisation, { params });
  } else {
    const { authentication_url, state } = await call(beginAuthorisation, { params });
    const returned = grant.parse(
      await control('POST', `/${channel}/${shop}/grant`, {
        state,
        redirect_uri: new URL(authentication_url ?? '').searchParams.get('redirect_uri') ?? '',
      }),
    );
    const query = { ...(state === null ? {} : { state }), ...returned };
    if (channel === 'shopify') await call(completionByShopAt(channel).endpoint, { params: { shop }, query });
    else await call(completionAt(channel).endpoint, { params, query });
  }
  const products = async () => {
    const { marketplace: now } = await call(showMarketplace, { params });
    return now.pulls.find(({ kind }) => kind === 'listings')?.state;
  };
  await until(products, 'done');
}
