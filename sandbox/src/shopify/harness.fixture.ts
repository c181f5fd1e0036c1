import { z } from 'zod';
import type { LaterEvent } from '../core/records.ts';
import { createSandbox, type Sandbox } from '../sandbox.ts';
import { ShopifyClient, type GraphqlAnswer } from '../testing/shopify-client.ts';
import { levelsQuery, locationsQuery, setQuantities } from './documents.fixture.ts';

const quantities = z.object({
  inventoryItem: z.object({
    inventoryLevels: z.object({
      nodes: z.array(z.object({ quantities: z.array(z.object({ name: z.string(), quantity: z.int() })) })),
    }),
  }),
});
const places = z.object({ locations: z.object({ nodes: z.array(z.object({ id: z.string() })) }) });

export interface Ware {
  readonly product: string;
  readonly variant: string;
  readonly inventoryItem: string;
}

/** One Shopify shop in a sandbox that answers over HTTP, and an app that it trusts. */
export class Harness {
  readonly sandbox: Sandbox;
  shop = '';
  client = new ShopifyClient('', '', { id: '', secret: '' });

  constructor(seed: number) {
    this.sandbox = createSandbox({ seed, content: 'none' });
  }

  async open(): Promise<void> {
    await this.sandbox.listen({ host: '127.0.0.1', port: 0 });
  }

  /** A new shop whose merchant has said yes. */
  async begin(): Promise<void> {
    this.sandbox.control.reset();
    this.shop = this.sandbox.control.addShop({ channel: 'shopify', name: 'Lion City' }).shop;
    this.client = this.newClient();
    await this.client.authorise(this.sandbox.control.grant('shopify', this.shop)['code'] ?? '');
  }

  get app() {
    const app = this.sandbox.control.apps().shopify;
    if (app === undefined) throw new Error('Shopify is not simulated.');
    return app;
  }

  newClient(host = `${this.shop}.myshopify.com`): ShopifyClient {
    return new ShopifyClient(this.app.address, host, this.app);
  }

  addListing(sku: string, quantity = 10, price = 39.9): Ware {
    const { listings } = this.sandbox.control.addListings('shopify', this.shop, {
      sku, name: `Ware ${sku}`, price, quantity, options: [], special_price: null, tracked: true, locked: false, status: 'normal',
    }); // oxfmt-ignore
    const [one] = listings;
    if (one === undefined) throw new Error('One listing is expected.');
    const item = Number(one.variant_id) - 2_000_000_000_000;
    return {
      product: `gid://shopify/Product/${one.listing_id}`,
      variant: `gid://shopify/ProductVariant/${one.variant_id}`,
      inventoryItem: `gid://shopify/InventoryItem/${String(item)}`,
    };
  }

  buy(sku: string, quantity: number, paid = true): string {
    return this.sandbox.control.placeOrder('shopify', this.shop, { lines: [{ sku, quantity }], paid }).number;
  }

  happen(number: string, event: LaterEvent, asked: { restock?: boolean } = {}): void {
    this.sandbox.control.orderEvent('shopify', this.shop, number, event, asked);
  }

  /** available / on_hand / committed. */
  async numbers({ inventoryItem }: Ware): Promise<number[]> {
    const { data } = await this.client.graphql(levelsQuery, { id: inventoryItem });
    const level = quantities.parse(data).inventoryItem.inventoryLevels.nodes[0];
    return ['available', 'on_hand', 'committed'].map(
      (name) => level?.quantities.find((one) => one.name === name)?.quantity ?? NaN,
    );
  }

  async location(): Promise<string> {
    return places.parse((await this.client.graphql(locationsQuery)).data).locations.nodes[0]?.id ?? '';
  }

  async set(
    key: string,
    ...quantitiesWanted: { ware: Ware; to: number; from: number | null }[]
  ): Promise<GraphqlAnswer> {
    const locationId = await this.location();
    const entries = quantitiesWanted.map(({ ware, to, from }) => ({
      inventoryItemId: ware.inventoryItem, locationId, quantity: to, changeFromQuantity: from,
    })); // oxfmt-ignore
    return this.client.graphql(setQuantities, {
      key,
      input: { name: 'available', reason: 'correction', quantities: entries },
    });
  }
}
