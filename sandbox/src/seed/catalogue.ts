import type { ChannelKind } from '@evenstock/contract/channels/channels';

/** What Kopi Corner sells. A SKU means the same product in every shop; names, prices and quantities differ between shops. */
export interface Product {
  readonly name: string;
  readonly picture: string;
  readonly price: number;
  readonly on: readonly ChannelKind[];
  /** A single SKU, or one for each option. */
  readonly sku: string;
  readonly option?: string;
  readonly variants?: readonly (readonly [sku: string, option: string, priceMore?: number])[];
}

const everywhere: readonly ChannelKind[] = [
  'shopee',
  'lazada',
  'shopify',
  'tiktok',
  'tokopedia',
  'qoo10',
  'amazon-sg',
];
/** Products that are sold only in the largest shop. */
const atHome: readonly ChannelKind[] = ['shopee', 'lazada', 'shopify'];
const noShopify: readonly ChannelKind[] = ['shopee', 'lazada'];
const noLazada: readonly ChannelKind[] = ['shopee', 'shopify'];
const noShopee: readonly ChannelKind[] = ['lazada', 'shopify'];

function one(
  sku: string,
  name: string,
  picture: string,
  price: number,
  on: readonly ChannelKind[] = everywhere,
): Product {
  return { sku, name, picture, price, on };
}

export const catalogue: readonly Product[] = [
  one('KAYA-240', 'Kaya Coconut Jam 240g', 'kaya-jam', 6.9),
  one('KAYA-GULA', 'Gula Melaka Kaya 240g', 'kaya-gula-melaka', 7.5),
  {
    sku: 'KOPI-O', name: 'Kopi-O Coffee Bags', picture: 'kopi-bags', price: 8.8, on: atHome, option: 'Pack',
    variants: [['KOPI-O-20', '20 bags'], ['KOPI-O-50', '50 bags', 9.1], ['KOPI-O-100', '100 bags', 21]],
  },
  {
    sku: 'BEANS', name: 'Nanyang Roast Coffee Beans', picture: 'coffee-beans', price: 14.9, on: atHome, option: 'Weight',
    variants: [['BEANS-250', '250 g'], ['BEANS-500', '500 g', 12], ['BEANS-1000', '1 kg', 33]],
  },
  one('TEH-BREW', 'Teh Tarik Tea Dust 400g', 'tea-dust', 7.2),
  {
    sku: 'SOCK', name: 'Cotton Coffee Sock Strainer', picture: 'coffee-sock', price: 5.5, on: everywhere, option: 'Size',
    variants: [['SOCK-S', 'Small'], ['SOCK-L', 'Large', 1.4]],
  },
  {
    sku: 'CUP', name: 'Kopitiam Porcelain Cup and Saucer', picture: 'kopitiam-cup', price: 12.9, on: everywhere, option: 'Pattern',
    variants: [['CUP-GREEN', 'Green leaf'], ['CUP-BLUE', 'Blue peony'], ['CUP-RED', 'Red rooster', 1]],
  },
  one('POT-KOPI', 'Long Spout Kopi Pot 1.5L', 'kopi-pot', 32.9),
  one('TOAST-RACK', 'Charcoal Toast Rack', 'toast-rack', 18.5),
  one('EGG-CUP2', 'Soft-boiled Egg Cup, pair', 'egg-cup', 9.9),
  one('CONDENSED', 'Sweetened Condensed Milk 390g', 'condensed-milk', 2.6),
  one('EVAP-MILK', 'Evaporated Milk 400g', 'evaporated-milk', 2.3),
  one('GULA-500', 'Gula Melaka Palm Sugar 500g', 'palm-sugar', 5.9),
  one('PANDAN-60', 'Pandan Extract 60ml', 'pandan', 4.2),
  one('MILO-TIN', 'Malt Cocoa Drink Tin 1kg', 'malt-tin', 11.9),
  {
    sku: 'TOTE', name: 'Uncle Ringo Canvas Tote', picture: 'canvas-tote', price: 19.9, on: atHome, option: 'Colour',
    variants: [['TOTE-NAT', 'Natural'], ['TOTE-RED', 'Red'], ['TOTE-NAVY', 'Navy']],
  },
  one('APRON-01', 'Kopitiam Stripe Apron', 'apron', 24.9),
  one('SPOON-6', 'Enamel Tea Spoons, set of 6', 'tea-spoons', 10.9),
  one('PEANUT-400', 'Crunchy Peanut Butter 400g', 'peanut-butter', 6.4, noShopify),
  one('HAEBI-180', 'Hae Bi Hiam Dried Shrimp Sambal 180g', 'sambal-jar', 8.6, noShopify),
  one('BAKKWA-200', 'Sliced Bak Kwa 200g', 'bak-kwa', 16.8, noShopify),
  one('GRINDER-M', 'Manual Burr Coffee Grinder', 'coffee-grinder', 45.9, noLazada),
  one('FRENCH-350', 'French Press 350ml', 'french-press', 28.9, noLazada),
  one('GIFT-BREW', 'Brew at Home Gift Box', 'gift-box', 59, noLazada),
  one('KETTLE-G', 'Gooseneck Kettle 1L', 'gooseneck-kettle', 52, noShopee),
  one('SCALE-3K', 'Brewing Scale with Timer', 'brewing-scale', 38, noShopee),
  one('LOCKED-PROMO', 'Kopi Corner Starter Bundle', 'starter-bundle', 29.9, ['shopee']),
  one('FISHBALL-CR', 'Fish Skin Crisps Salted Egg', 'fish-crisps', 7.9, ['shopee']),
  one('PINE-TART12', 'Pineapple Tarts, box of 12', 'pineapple-tarts', 15.8, ['shopee']),
  one('LOVE-LETTER', 'Love Letter Egg Rolls Tin', 'egg-rolls', 13.5, ['shopee']),
  one('TISSUE-10', 'Pocket Tissue, pack of 10', 'tissue-pack', 2.9, ['shopee']),
  one('MOSQ-COIL', 'Citronella Coil Holder', 'coil-holder', 12.4, ['lazada']),
  one('TIFFIN-3', 'Enamel Tiffin Carrier, 3 tiers', 'tiffin-carrier', 36.5, ['lazada']),
  one('FAN-USB', 'Retro USB Table Fan', 'table-fan', 22.9, ['lazada']),
  one('STOOL-RED', 'Kopitiam Red Stool', 'red-stool', 17.9, ['lazada']),
  one('PRINT-A3', 'Old Kopitiam Art Print A3', 'art-print', 34, ['shopify']),
  one('PIN-KOPI', 'Kopi Peng Enamel Pin', 'enamel-pin', 8, ['shopify']),
  {
    sku: 'TEE', name: 'Siew Dai T-shirt', picture: 'tee', price: 29, on: ['shopify'], option: 'Size',
    variants: [['TEE-S', 'S'], ['TEE-M', 'M'], ['TEE-L', 'L'], ['TEE-XL', 'XL', 2]],
  },
  one('COURSE-01', 'Latte Art Evening, one seat', 'latte-art', 88, ['shopify']),
]; // oxfmt-ignore

/** SKUs without stock, one delisted listing, one that the marketplace banned, one that a promotion locks, and that is a kit of others. */
export const soldOut: readonly string[] = ['TOAST-RACK', 'CUP-RED', 'SCALE-3K'];
export const delisted: Readonly<Partial<Record<ChannelKind, string>>> = {
  shopee: 'TISSUE-10',
  lazada: 'FAN-USB',
  shopify: 'COURSE-01',
};
export const banned: Partial<Record<ChannelKind, string>> = { shopee: 'FISHBALL-CR', lazada: 'MOSQ-COIL' };
export const locked = 'LOCKED-PROMO';
export const kit = 'LOCKED-PROMO';

/** Mistakes of the seller: a mistyped barcode, and one that belongs to other goods. */
export const mistyped: Readonly<Partial<Record<ChannelKind, Readonly<Record<string, string>>>>> = {
  shopify: { 'GULA-500': '8880012301818' },
  shopee: { 'EVAP-MILK': '8880012301546' },
};
