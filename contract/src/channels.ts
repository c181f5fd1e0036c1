import { z } from 'zod';

/** The marketplaces that this program can speak to, in the order in which they are offered. */
export const channelKinds = [
  'lazada',
  'shopee',
  'shopify',
  'tiktok',
  'tokopedia',
  'qoo10',
  'amazon-sg',
] as const;
export const channelKind = z.enum(channelKinds);
export type ChannelKind = z.infer<typeof channelKind>;

export const marketplaceTypes = [
  'LazadaMarketplace',
  'ShopeeMarketplace',
  'ShopifyMarketplace',
  'TiktokMarketplace',
  'TokopediaMarketplace',
  'Qoo10Marketplace',
  'AmazonSgMarketplace',
] as const;
export const marketplaceType = z.enum(marketplaceTypes, { error: 'Channel is required' });
export type MarketplaceType = z.infer<typeof marketplaceType>;

export interface ChannelNames {
  /** As people read it. */
  readonly label: string;
  readonly marketplaceType: MarketplaceType;
  readonly orderType: string;
  /** The merchant names the shop before connecting (Shopify: the sub-domain; TikTok and Tokopedia: the shop's exact name). */
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
  tiktok: {
    label: 'Tiktok',
    marketplaceType: 'TiktokMarketplace',
    orderType: 'TiktokOrder',
    needsShopName: true,
  },
  tokopedia: {
    label: 'Tokopedia',
    marketplaceType: 'TokopediaMarketplace',
    orderType: 'TokopediaOrder',
    needsShopName: true,
  },
  qoo10: {
    label: 'Qoo10',
    marketplaceType: 'Qoo10Marketplace',
    orderType: 'Qoo10Order',
    needsShopName: false,
  },
  'amazon-sg': {
    label: 'Amazon SG',
    marketplaceType: 'AmazonSgMarketplace',
    orderType: 'AmazonSgOrder',
    needsShopName: false,
  },
} as const satisfies Record<ChannelKind, ChannelNames>;

/** The channel that a marketplace type (`ShopeeMarketplace`) belongs to. */
export function channelOf(type: MarketplaceType): ChannelKind {
  const found = channelKinds.find((kind) => channels[kind].marketplaceType === type);
  if (found === undefined) throw new Error(`No channel has the marketplace type ${type}.`);
  return found;
}
