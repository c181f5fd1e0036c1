import type { ChannelKind } from '@evenstock/contract/channels/channels';
import type { Control } from '../control/control.ts';
import { newItem } from '../control/payloads.ts';
import { createRandom, type Random } from '../core/random.ts';
import type { OrderEventName } from '../core/records.ts';
import { barcodeOn } from './barcodes.ts';
import { openOrders } from './open-orders.ts';
import { banned, catalogue, delisted, kit, locked, soldOut, type Product } from './catalogue.ts';

interface DemoShop {
  readonly channel: ChannelKind;
  readonly name: string;
  readonly shop?: string;
  readonly orders: number;
  /** Selects the catalogue's products of the channel. */
  sells(index: number): boolean;
}

const shops: readonly DemoShop[] = [
  { channel: 'shopee', name: 'Kopi Corner SG', orders: 200, sells: () => true },
  { channel: 'lazada', name: 'Kopi Corner Flagship Store', orders: 200, sells: () => true },
  { channel: 'shopify', name: 'Kopi Corner', shop: 'kopi-corner', orders: 200, sells: () => true },
  { channel: 'tiktok', name: 'Kopi Corner Live', orders: 120, sells: (index) => index % 2 === 0 },
  { channel: 'tokopedia', name: 'Kopi Corner Jakarta', orders: 60, sells: (index) => index % 4 === 1 },
  { channel: 'qoo10', name: 'Kopi Corner Q', orders: 60, sells: (index) => index % 3 === 1 },
  { channel: 'amazon-sg', name: 'Kopi Corner', orders: 60, sells: (index) => index % 3 === 2 },
  { channel: 'shopee', name: 'Kopi Corner Outlet', orders: 30, sells: (index) => index % 3 === 0 },
];

const day = 86_400_000;
const daysOfOrders = 90;

/** Fills an empty sandbox with the demo's shops: listings that share SKUs, and three months of orders in every state. */
export function seedDemo(control: Control, channels: ReadonlySet<ChannelKind>): void {
  const now = new Date(control.clock().now).getTime();
  for (const demo of shops) {
    if (!channels.has(demo.channel)) continue;
    const { shop } = control.addShop({
      channel: demo.channel,
      name: demo.name,
      ...(demo.shop === undefined ? {} : { shop: demo.shop }),
    });
    const random = createRandom('demo', demo.channel, demo.name);
    const products = catalogue.filter(({ on }) => on.includes(demo.channel));
    products
      .filter((_, index) => demo.sells(index))
      .forEach((product) => addProduct(control, demo.channel, shop, product, random, now));
    addOrders(control, demo, shop, random, now);
  }
}

function addProduct(
  control: Control,
  channel: ChannelKind,
  shop: string,
  product: Product,
  random: Random,
  now: number,
): void {
  const rows = product.variants ?? [[product.sku, ''] as const];
  const item = newItem.parse({
    name: nameOn(channel, product.name),
    description: `${product.name}. Packed and sent from Singapore.`,
    sku: product.sku,
    picture: product.picture,
    status:
      delisted[channel] === product.sku ? 'unlisted' : banned[channel] === product.sku ? 'banned' : 'normal',
    kit: product.sku === kit,
    option_names: product.option === undefined ? [] : [product.option],
    variants: rows.map(([sku, option, more]) => ({
      sku,
      barcode: barcodeOn(channel, sku),
      options: option === '' ? [] : [option],
      price: priceOn(channel, product.price + (more ?? 0)),
      special_price: random.chance(0.12) ? priceOn(channel, (product.price + (more ?? 0)) * 0.9) : null,
      quantity: soldOut.includes(sku)
        ? 0
        : createRandom('quantity', sku).between(12, 140) + random.between(-4, 4),
      locked: sku === locked,
    })),
  });
  control.addItem(channel, shop, item, now - (daysOfOrders + 30) * day);
}

/** Titles differ by marketplace, as sellers write them. */
function nameOn(channel: ChannelKind, name: string): string {
  if (channel === 'shopee') return `[SG Ready Stock] ${name}`;
  return channel === 'lazada' ? `Kopi Corner ${name}` : name;
}

function priceOn(channel: ChannelKind, price: number): number {
  // Prices in rupiah are whole thousands.
  if (channel === 'tokopedia') return Math.round(price * 12) * 1000;
  const more = channel === 'lazada' ? price * 1.04 : channel === 'shopify' ? price * 0.97 : price;
  return Math.round(more * 10) / 10;
}

function addOrders(control: Control, demo: DemoShop, shop: string, random: Random, now: number): void {
  const span = (daysOfOrders - 4) * day;
  for (let index = 0; index < demo.orders; index += 1) {
    const at = now - daysOfOrders * day + Math.floor((span * (index + random.fraction())) / demo.orders);
    control.addPastOrder(demo.channel, shop, { at, random });
  }
  for (const order of openOrders(demo.channel, now, random))
    control.addPastOrder(demo.channel, shop, { ...order, random });
  if (demo.channel !== 'shopee') return;
  for (const daysAgo of [2, 9]) {
    const promotion = { type: 'bundle_deal', id: '7001', name: 'Two for breakfast' };
    const path: OrderEventName[] = daysAgo === 2 ? ['pay'] : ['pay', 'pack', 'ship', 'deliver', 'complete'];
    control.addPastOrder(demo.channel, shop, { at: now - daysAgo * day, random, path, promotion });
  }
}
