import { z } from 'zod';
import type { LaterEvent } from '../core/records.ts';
import { createSandbox, type Sandbox } from '../sandbox.ts';
import { LazadaClient } from '../testing/lazada-client.ts';

const warehouse = z.object({
  sellableQuantity: z.int(),
  totalQuantity: z.int(),
  withholdQuantity: z.int(),
  occupyQuantity: z.int(),
});
const itemData = z.object({ skus: z.array(z.object({ multiWarehouseInventories: z.array(warehouse) })) });

/** One Lazada shop in a sandbox that answers over HTTP, and an app that it trusts. */
export class Harness {
  readonly sandbox: Sandbox;
  shop = '';
  client = new LazadaClient({ hosts: { api: '', auth: '' }, id: '', secret: '' });

  constructor(seed: number) {
    this.sandbox = createSandbox({ seed, content: 'none' });
  }

  async open(): Promise<void> {
    await this.sandbox.listen({ host: '127.0.0.1', port: 0 });
  }

  /** A new shop whose seller has said yes. */
  async begin(): Promise<void> {
    this.sandbox.control.reset();
    this.shop = this.sandbox.control.addShop({ channel: 'lazada', name: 'Kopi Corner Flagship' }).shop;
    this.client = this.newClient();
    await this.client.authorise(this.sandbox.control.grant('lazada', this.shop)['code'] ?? '');
  }

  get app() {
    const app = this.sandbox.control.apps().lazada;
    if (app === undefined) throw new Error('Lazada is not simulated.');
    return app;
  }

  newClient(): LazadaClient {
    const { hosts, id, secret } = this.app;
    return new LazadaClient({ hosts: { api: hosts['api'] ?? '', auth: hosts['auth'] ?? '' }, id, secret });
  }

  addListing(sku: string, quantity = 10): { item: string; sku: string } {
    const { listings } = this.sandbox.control.addListings('lazada', this.shop, {
      sku, name: sku, price: 20, quantity, options: [], special_price: null, tracked: true, locked: false, status: 'normal',
    }); // oxfmt-ignore
    return { item: listings[0]?.listing_id ?? '', sku: listings[0]?.variant_id ?? '' };
  }

  buy(sku: string, quantity: number, paid = true, seller_delivers = false): string {
    const wish = { lines: [{ sku, quantity }], paid, seller_delivers };
    return this.sandbox.control.placeOrder('lazada', this.shop, wish).number;
  }

  happen(number: string, event: LaterEvent): void {
    this.sandbox.control.orderEvent('lazada', this.shop, number, event, {});
  }

  /** sellable / total / withhold / occupy, as the vendor shows them. */
  async numbers(item: string): Promise<number[]> {
    const { data } = await this.client.get('/product/item/get', { item_id: item });
    const [row] = itemData.parse(data).skus.flatMap((one) => one.multiWarehouseInventories);
    return row ? [row.sellableQuantity, row.totalQuantity, row.withholdQuantity, row.occupyQuantity] : [];
  }
}

/** The `payload` of a stock or price call. */
export function payload(...skus: object[]): { payload: string } {
  return { payload: JSON.stringify({ Request: { Product: { Skus: { Sku: skus } } } }) };
}
