import { z } from 'zod';

/** The marketplaces that this installation can speak to. */
export const channelKinds = ['lazada', 'shopee', 'shopify'] as const;
export const channelKind = z.enum(channelKinds);
export type ChannelKind = z.infer<typeof channelKind>;

export interface ChannelNames {
  /** As people read it. */
  readonly label: string;
  readonly marketplaceType: string;
  readonly orderType: string;
  /** The merchant names the shop before connecting (Shopify: the sub-domain). */
  readonly needsShopName: boolean;
}

export const channels = {
  lazada: {
    label: 'Lazada',
    marketplaceType: 'LazadaMarketplace',
    orderType: 'LazadaOrder',
    needsShopName: false,
  },
  shopee: {
    label: 'Shopee',
    marketplaceType: 'ShopeeMarketplace',
    orderType: 'ShopeeOrder',
    needsShopName: false,
  },
  shopify: {
    label: 'Shopify',
    marketplaceType: 'ShopifyMarketplace',
    orderType: 'ShopifyOrder',
    needsShopName: true,
  },
} as const satisfies Record<ChannelKind, ChannelNames>;

export const marketplaceTypes = ['LazadaMarketplace', 'ShopeeMarketplace', 'ShopifyMarketplace'] as const;
export const marketplaceType = z.enum(marketplaceTypes, { error: 'Channel is required' });
export type MarketplaceType = z.infer<typeof marketplaceType>;

const kindOfType: Record<MarketplaceType, ChannelKind> = {
  LazadaMarketplace: 'lazada',
  ShopeeMarketplace: 'shopee',
  ShopifyMarketplace: 'shopify',
};

/** The channel that a marketplace type (`ShopeeMarketplace`) belongs to. */
export function channelOf(type: MarketplaceType): ChannelKind {
  return kindOfType[type];
}
