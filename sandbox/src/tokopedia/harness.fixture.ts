import { z } from 'zod';
import type { Deliver } from '../core/tasks.ts';
import type { LaterEvent } from '../core/records.ts';
import { createSandbox, type Sandbox } from '../sandbox.ts';
import { TokopediaClient, type TokopediaAnswer } from '../testing/tokopedia-client.ts';

/** 10 January 2026, 10:00 in Jakarta. */
const start = Date.UTC(2026, 0, 10, 3);
export const records = z.array(z.record(z.string(), z.unknown()));

/** One Tokopedia shop that is linked to an app, in a sandbox with a clock moved by hand. */
export class Harness {
  readonly sandbox: Sandbox;
  readonly shop: string;
  readonly client: TokopediaClient;
  readonly notices: Parameters<Deliver>[0][] = [];
  #now = start;

  constructor(seed: number) {
    const clock = { now: () => new Date(this.#now), advance: (by: number) => (this.#now += by) };
    const deliver: Deliver = (notice) => {
      this.notices.push(notice);
      return Promise.resolve({ status: 200, body: '' });
    };
    this.sandbox = createSandbox({ seed, content: 'none', clock, deliver });
    this.shop = this.sandbox.control.addShop({ channel: 'tokopedia', name: 'Kopi Corner' }).shop;
    const { id, secret, hosts, extra } = this.app;
    this.client = new TokopediaClient(
      {
        id,
        secret,
        fsId: extra['fs_id'] ?? '',
        hosts: { api: hosts['api'] ?? '', auth: hosts['auth'] ?? '' },
      },
      this.sandbox.fetch,
    );
  }

  async begin(): Promise<this> {
    this.sandbox.control.grant('tokopedia', this.shop);
    await this.client.authorise();
    return this;
  }

  get app() {
    const app = this.sandbox.control.apps().tokopedia;
    if (app === undefined) throw new Error('Tokopedia is not simulated.');
    return app;
  }

  get seconds(): number {
    return Math.floor(this.#now / 1000);
  }

  pass(seconds: number): void {
    this.#now += seconds * 1000;
  }

  /** A product without variants; prices in rupiah. */
  addProduct(sku: string, quantity = 10, price = 50_000): number {
    const { listings } = this.sandbox.control.addListings('tokopedia', this.shop, {
      sku,
      name: sku,
      price,
      quantity,
    });
    return Number(listings[0]?.listing_id);
  }

  /** A parent with two children. */
  addTee(): { parent: number; children: number[] } {
    const { listings } = this.sandbox.control.addListings('tokopedia', this.shop, {
      name: 'Kaos Polos',
      sku: 'TEE',
      option_names: ['Warna'],
      variants: [
        { sku: 'TEE-G', options: ['Hijau'], price: 50_000, quantity: 5 },
        { sku: 'TEE-R', options: ['Merah'], price: 52_000, quantity: 0 },
      ],
    });
    return {
      parent: Number(listings[0]?.listing_id),
      children: listings.map(({ variant_id }) => Number(variant_id)),
    };
  }

  /** A buyer buys; returns the invoice and the order_id. */
  buy(lines: readonly { sku: string; quantity: number }[], paid = true): { invoice: string; id: string } {
    const invoice = this.sandbox.control.placeOrder('tokopedia', this.shop, {
      lines: [...lines],
      paid,
    }).number;
    return { invoice, id: this.truth(invoice).id };
  }

  happen(invoice: string, event: LaterEvent): void {
    this.sandbox.control.orderEvent('tokopedia', this.shop, invoice, event, {});
  }

  truth(invoice: string) {
    return this.sandbox.control.order('tokopedia', this.shop, invoice);
  }

  events(invoice: string): string[] {
    return this.truth(invoice).events.map(({ event }) => event);
  }

  left(sku: string): number | undefined {
    return this.sandbox.control.listings('tokopedia', this.shop).find((one) => one.sku === sku)?.quantity;
  }

  /** A call about one order: `ack`, `nack`, `status`. */
  async act(id: string, call: string, body?: unknown): Promise<TokopediaAnswer> {
    return this.client.post(`/v1/order/${id}/fs/{fs}/${call}`, body);
  }

  async list(parameters: Record<string, string | number> = {}): Promise<TokopediaAnswer> {
    return this.client.get('/v2/order/list', {
      fs_id: this.client.fsId,
      shop_id: this.shop,
      from_date: this.seconds - 3_600,
      to_date: this.seconds + 60,
      page: 1,
      per_page: 50,
      ...parameters,
    });
  }

  /** The bodies of the webhooks that were sent since the last call. */
  async takeNotices(): Promise<{ topic: string; body: Record<string, unknown> }[]> {
    await this.sandbox.runDue();
    return this.notices.splice(0).map(({ url, body }) => ({
      topic: new URL(url).pathname.slice(1),
      body: z.record(z.string(), z.unknown()).parse(JSON.parse(body)),
    }));
  }
}
