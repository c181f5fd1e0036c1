import { z } from 'zod';
import type { LaterEvent } from '../core/records.ts';
import { createSandbox, type Sandbox } from '../sandbox.ts';
import { AmazonClient, type AmazonAnswer } from '../testing/amazon-sg-client.ts';

export const here = 'A19VAU5U5O7RUS';
const listing = z.object({ fulfillmentAvailability: z.array(z.object({ quantity: z.int().optional() })) });
const reportId = z.object({ reportId: z.string() });
const feedId = z.object({ feedId: z.string() });
const madeDocument = z.object({ feedDocumentId: z.string(), url: z.string() });
const processed = z.looseObject({
  processingStatus: z.string(),
  reportDocumentId: z.string().optional(),
  resultFeedDocumentId: z.string().optional(),
});
const linked = z.object({ url: z.string() });

const start = Date.UTC(2026, 10, 20, 1, 0, 0);

/** One seller of Amazon.sg in a sandbox with a hand-driven clock, and an app that it trusts. */
export class Harness {
  readonly sandbox: Sandbox;
  #now = start;
  shop = '';
  client: AmazonClient;

  constructor(seed: number) {
    const advance = (milliseconds: number): void => void (this.#now += milliseconds);
    this.sandbox = createSandbox({
      seed,
      content: 'none',
      clock: { now: () => new Date(this.#now), advance },
    });
    this.client = this.newClient();
  }

  /** A new shop whose seller has said yes, on the morning of 20 November 2026. */
  async begin(): Promise<void> {
    this.#now = start;
    this.sandbox.control.reset();
    this.shop = this.sandbox.control.addShop({ channel: 'amazon-sg', name: 'Lion City Lifestyle' }).shop;
    const { heard } = this.client;
    this.client = this.newClient();
    this.client.heard = heard;
    await this.client.authorise(this.sandbox.control.grant('amazon-sg', this.shop)['spapi_oauth_code'] ?? '');
  }

  get app() {
    const app = this.sandbox.control.apps()['amazon-sg'];
    if (app === undefined) throw new Error('Amazon SG is not simulated.');
    return app;
  }

  newClient(): AmazonClient {
    return new AmazonClient(this.app, this.sandbox.fetch);
  }

  async pass(seconds: number): Promise<void> {
    this.#now += seconds * 1000;
    await this.sandbox.runDue();
  }

  get now(): Date {
    return new Date(this.#now);
  }

  addListing(sku: string, quantity = 10, more: { tracked?: boolean; price?: number } = {}): string {
    const { listings } = this.sandbox.control.addListings('amazon-sg', this.shop, {
      sku, name: `Ware ${sku}`, quantity, price: more.price ?? 39.9, tracked: more.tracked ?? true,
    }); // oxfmt-ignore
    return listings[0]?.variant_id ?? '';
  }

  get truth() {
    return this.sandbox.control.listings('amazon-sg', this.shop);
  }

  buy(sku: string, quantity = 1, paid = true, selfCollect = false): string {
    const wish = { lines: [{ sku, quantity }], paid, self_collect: selfCollect };
    return this.sandbox.control.placeOrder('amazon-sg', this.shop, wish).number;
  }

  happen(number: string, event: LaterEvent, reason?: string): void {
    this.sandbox.control.orderEvent(
      'amazon-sg',
      this.shop,
      number,
      event,
      reason === undefined ? {} : { reason },
    );
  }

  /** The marketplace's own truth of an order. */
  order(number: string) {
    return this.sandbox.control.order('amazon-sg', this.shop, number);
  }

  item(sku: string): string {
    return `/listings/2021-08-01/items/${this.shop}/${encodeURIComponent(sku)}`;
  }

  async patch(sku: string, ...patches: object[]): Promise<AmazonAnswer> {
    return this.client.call(
      'PATCH',
      this.item(sku),
      { marketplaceIds: here },
      { productType: 'PRODUCT', patches },
    );
  }

  async setQuantity(sku: string, quantity: number): Promise<AmazonAnswer> {
    const value = [{ fulfillment_channel_code: 'DEFAULT', quantity }];
    return this.patch(sku, { op: 'merge', path: '/attributes/fulfillment_availability', value });
  }

  async quantity(sku: string): Promise<number | undefined> {
    const got = await this.client.get(this.item(sku), {
      marketplaceIds: here,
      includedData: 'fulfillmentAvailability',
    });
    return listing.parse(got.body).fulfillmentAvailability[0]?.quantity;
  }

  /** How a report ended, and its text. */
  async report(reportType: string, more: object = {}): Promise<{ status: string; text: string }> {
    const made = await this.client.post('/reports/2021-06-30/reports', {
      reportType,
      marketplaceIds: [here],
      ...more,
    });
    const at = `/reports/2021-06-30/reports/${reportId.parse(made.body).reportId}`;
    await this.pass(10);
    const { processingStatus, reportDocumentId } = processed.parse((await this.client.get(at)).body);
    if (reportDocumentId === undefined) return { status: processingStatus, text: '' };
    const link = await this.client.get(`/reports/2021-06-30/documents/${reportDocumentId}`);
    return { status: processingStatus, text: await this.client.download(linked.parse(link.body).url) };
  }

  /** A feed that is cancelled while it is in the queue; the status of that. */
  async cancelledFeed(): Promise<number> {
    const contentType = 'application/json; charset=UTF-8';
    const made = await this.client.post('/feeds/2021-06-30/documents', { contentType });
    const { feedDocumentId } = madeDocument.parse(made.body);
    const specification = {
      feedType: 'JSON_LISTINGS_FEED',
      marketplaceIds: [here],
      inputFeedDocumentId: feedDocumentId,
    };
    const feed = feedId.parse((await this.client.post('/feeds/2021-06-30/feeds', specification)).body);
    return (await this.client.call('DELETE', `/feeds/2021-06-30/feeds/${feed.feedId}`)).status;
  }

  /** How a feed ended, and its processing report. */
  async feed(
    feedType: string,
    text: string,
    contentType = 'text/xml; charset=UTF-8',
  ): Promise<{ status: string; text: string }> {
    const document = madeDocument.parse(
      (await this.client.post('/feeds/2021-06-30/documents', { contentType })).body,
    );
    await this.client.upload(document.url, contentType, text);
    const specification = { feedType, marketplaceIds: [here], inputFeedDocumentId: document.feedDocumentId };
    const made = await this.client.post('/feeds/2021-06-30/feeds', specification);
    await this.pass(10);
    const at = `/feeds/2021-06-30/feeds/${feedId.parse(made.body).feedId}`;
    const { processingStatus, resultFeedDocumentId } = processed.parse((await this.client.get(at)).body);
    if (resultFeedDocumentId === undefined) return { status: processingStatus, text: '' };
    const link = await this.client.get(`/feeds/2021-06-30/documents/${resultFeedDocumentId}`);
    return { status: processingStatus, text: await this.client.download(linked.parse(link.body).url) };
  }
}

/** The code, message and details of the first error of an answer. */
export function errorIn({ body }: AmazonAnswer): { code: string; message: string; details: string } {
  const errors = z.object({
    errors: z.array(z.object({ code: z.string(), message: z.string(), details: z.string() })),
  });
  return errors.parse(body).errors[0] ?? { code: '', message: '', details: '' };
}
