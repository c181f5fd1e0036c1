import { z } from 'zod';
import type { LaterEvent } from '../core/records.ts';
import { createSandbox, type Sandbox } from '../sandbox.ts';
import { TiktokClient, type TiktokAnswer } from '../testing/tiktok-client.ts';

/** A notice as the app got it. */
export interface ReceivedNotice {
  readonly type: number;
  readonly data: Record<string, unknown>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}
const notice = z.looseObject({ type: z.int(), data: z.record(z.string(), z.unknown()) });
const start = new Date('2026-11-02T02:00:00Z').getTime();
export const noticeAddress = 'https://app.example.test/notices';

/** One TikTok shop in a sandbox with a clock that is moved by hand, and an app that its seller trusts. */
export class Harness {
  #now = start;
  readonly sandbox: Sandbox;
  notices: ReceivedNotice[] = [];
  shop = '';
  client: TiktokClient;

  constructor() {
    this.sandbox = createSandbox({
      seed: 7,
      content: 'none',
      clock: {
        now: () => new Date(this.#now),
        advance: (milliseconds) => {
          this.#now += milliseconds;
        },
      },
      deliver: ({ headers, body }) => {
        this.notices.push({ ...notice.parse(JSON.parse(body)), headers, body });
        return Promise.resolve({ status: 200, body: '' });
      },
    });
    this.client = this.newClient();
  }

  /** A new shop whose seller has said yes. */
  async begin(currency: 'SGD' | 'IDR' = 'SGD'): Promise<this> {
    this.sandbox.control.setWebhook('tiktok', noticeAddress);
    this.shop = this.sandbox.control.addShop({
      channel: 'tiktok',
      name: 'Kopi Corner TikTok',
      currency,
    }).shop;
    this.client = this.newClient();
    await this.client.authorise(this.sandbox.control.grant('tiktok', this.shop)['code'] ?? '');
    return this;
  }

  newClient(): TiktokClient {
    const { app } = this;
    return new TiktokClient(app, this.sandbox.fetch, () => this.sandbox.clock.seconds());
  }

  get app() {
    const app = this.sandbox.control.apps().tiktok;
    if (app === undefined) throw new Error('TikTok is not simulated.');
    return app;
  }

  /** Time passes, and what is due happens. */
  async pass(seconds: number): Promise<void> {
    this.#now += seconds * 1000;
    await this.sandbox.runDue();
    await this.sandbox.runDue();
  }

  add(
    sku: string,
    quantity = 10,
    more: { price?: number; locked?: boolean } = {},
  ): { item: string; sku: string } {
    const { listings } = this.sandbox.control.addListings('tiktok', this.shop, {
      sku, quantity, name: `${sku} with a name that is long enough`, ...more,
    }); // oxfmt-ignore
    return { item: listings[0]?.listing_id ?? '', sku: listings[0]?.variant_id ?? '' };
  }

  buy(lines: Readonly<Record<string, number>>, paid = true): string {
    const basket = Object.entries(lines).map(([sku, quantity]) => ({ sku, quantity }));
    return this.sandbox.control.placeOrder('tiktok', this.shop, { lines: basket, paid }).number;
  }

  happen(number: string, event: LaterEvent): void {
    this.sandbox.control.orderEvent('tiktok', this.shop, number, event);
  }

  /** What the marketplace itself holds. */
  truth(number: string) {
    return this.sandbox.control.order('tiktok', this.shop, number);
  }

  quantity(sku: string): number | undefined {
    return this.sandbox.control.listings('tiktok', this.shop).find((one) => one.sku === sku)?.quantity;
  }

  async order(number: string) {
    const got = await this.client.get('/order/202507/orders', { ids: number });
    const [order] = orderList.parse(got.data).orders;
    if (order === undefined) throw new Error(`There is no order ${number}.`);
    return order;
  }

  noticesOf(type: number): Record<string, unknown>[] {
    return this.notices.filter((one) => one.type === type).map(({ data }) => data);
  }
}

const lineItem = z.looseObject({ id: z.string(), sku_id: z.string(), seller_sku: z.string(), package_id: z.string(), package_status: z.string(), display_status: z.string(), tracking_number: z.string() }); // oxfmt-ignore
const orderRow = z.looseObject({
  id: z.string(),
  status: z.string(),
  update_time: z.int(),
  payment: z.record(z.string(), z.string()),
  packages: z.array(z.object({ id: z.string() })),
  line_items: z.array(lineItem),
});
export const orderList = z.looseObject({ orders: z.array(orderRow) });

/** The part of an answer that is meant, as this schema has it. */
export function dataOf<T>(schema: z.ZodType<T>, got: TiktokAnswer): T {
  if (got.code !== 0) throw new Error(`${String(got.code)}: ${got.message}`);
  return schema.parse(got.data);
}
