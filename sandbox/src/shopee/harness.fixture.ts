import { z } from 'zod';
import type { LaterEvent } from '../core/records.ts';
import { createSandbox, type Sandbox } from '../sandbox.ts';
import { ShopeeClient } from '../testing/shopee-client.ts';

const sentPush = z.object({ code: z.int(), data: z.record(z.string(), z.unknown()) });

/** One Shopee shop in a sandbox, an app that it trusts, and a buyer. The clock does not run; tests advance it. */
export class Harness {
  readonly sandbox: Sandbox;
  readonly shop: string;
  readonly client: ShopeeClient;
  /** The bodies of the pushes that the app got. */
  readonly pushes: z.infer<typeof sentPush>[] = [];

  constructor(seed: number) {
    this.sandbox = createSandbox({
      seed,
      content: 'none',
      deliver: ({ body }) => {
        this.pushes.push(sentPush.parse(JSON.parse(body)));
        return Promise.resolve({ status: 204, body: '' });
      },
    });
    const { control } = this.sandbox;
    control.setClock({ set: '2026-11-21T02:00:00.000Z' });
    control.setWebhook('shopee', 'http://127.0.0.1:9/shopee');
    this.shop = control.addShop({ channel: 'shopee', name: 'Kopi Corner' }).shop;
    const app = control.apps().shopee;
    if (app === undefined) throw new Error('Shopee is not simulated.');
    this.client = new ShopeeClient({
      base: app.hosts['api'] ?? '',
      partnerId: app.id,
      partnerKey: app.secret,
      fetch: this.sandbox.fetch,
    });
    this.client.now = () => this.sandbox.clock.seconds();
  }

  async open(): Promise<this> {
    const { code } = this.sandbox.control.grant('shopee', this.shop);
    await this.client.authorise(code ?? '', this.shop);
    return this;
  }

  /** An item without models: what its calls take. */
  add(sku: string, more: { price?: number; special_price?: number; locked?: boolean } = {}): number {
    const { listings } = this.sandbox.control.addListings('shopee', this.shop, {
      sku,
      name: sku,
      quantity: 1_000,
      price: 10,
      ...more,
    });
    return Number(listings[0]?.listing_id);
  }

  buy(sku: string, more: { self_collect?: boolean; quantity?: number } = {}): string {
    const { quantity = 1, ...wish } = more;
    return this.sandbox.control.placeOrder('shopee', this.shop, { lines: [{ sku, quantity }], ...wish })
      .number;
  }

  /** Buys until a buyer chose that way of delivery. */
  buyBy(sku: string, carrier: string): string {
    for (let tries = 0; tries < 200; tries += 1) {
      const number = this.buy(sku);
      const { buyer } = this.sandbox.control.storedOrder('shopee', this.shop, number);
      const chosen = buyer % 10 === 9 ? 'own' : buyer % 10 >= 7 ? 'counter' : 'standard';
      if (chosen === carrier) return number;
    }
    throw new Error(`Nobody chose ${carrier}.`);
  }

  happen(number: string, event: LaterEvent, reason?: string): void {
    this.sandbox.control.orderEvent(
      'shopee',
      this.shop,
      number,
      event,
      reason === undefined ? {} : { reason },
    );
  }

  events(number: string): string[] {
    return this.sandbox.control.order('shopee', this.shop, number).events.map(({ event }) => event);
  }

  state(number: string): string {
    return this.sandbox.control.order('shopee', this.shop, number).state;
  }

  async later(seconds: number): Promise<void> {
    this.sandbox.control.setClock({ advance: seconds });
    await this.sandbox.runDue();
  }
}
