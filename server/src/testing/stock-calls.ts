import type { ChannelKind } from '@evenstock/contract/channels/channels';

/** Names by which the sandbox knows the calls that set stock; the addresses or bodies of these calls carry them. */
export const stockCalls: Readonly<Record<ChannelKind, string>> = {
  shopee: 'update_stock',
  lazada: 'sellable/update',
  shopify: 'inventorySetQuantities',
  tiktok: 'inventory/update',
  tokopedia: 'stock/update',
  qoo10: 'ItemsOrder.SetGoodsPriceQty',
  'amazon-sg': 'patchListingsItem',
};
