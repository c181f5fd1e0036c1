import { z } from 'zod';
import type { LaterEvent } from '../core/records.ts';
import { createSandbox, type Sandbox } from '../sandbox.ts';
import { Qoo10Client, type Qoo10Answer } from '../testing/qoo10-client.ts';

/** 1 January 2026, 09:00 in Singapore. */
const start = Date.UTC(2026, 0, 1, 1);
const rows = z.array(z.record(z.string(), z.unknown()));

/** One Qoo10 shop in a sandbox with a clock moved by hand, and an app that has its certification key. */
export class Harness {
  readonly sandbox: Sandbox;
  readonly client: Qoo10Client;
  readonly shop: string;
  #now = start;

  constructor(seed: number) {
    const clock = { now: () => new Date(this.#now), advance: (by: number) => (this.#now += by) };
    this.sandbox = createSandbox({ seed, content: 'none', clock });
    this.shop = this.sandbox.control.addShop({ channel: 'qoo10', name: 'Kopi Corner' }).shop;
    this.client = new Qoo10Client(this.sandbox.control.apps().qoo10?.hosts['api'] ?? '', this.sandbox.fetch);
  }

  get seller(): { key: string; user_id: string; password: string } {
    const { key = '', user_id = '', password = '' } = this.sandbox.control.grant('qoo10', this.shop);
    return { key, user_id, password };
  }

  async begin(): Promise<this> {
    await this.client.authorise(this.seller);
    return this;
  }

  pass(seconds: number): void {
    this.#now += seconds * 1000;
  }

  /** An item without options; returns its ItemCode. */
  addItem(sku: string, quantity = 10, price = 20): string {
    const { listings } = this.sandbox.control.addListings('qoo10', this.shop, {
      sku,
      name: sku,
      price,
      quantity,
    });
    return listings[0]?.listing_id ?? '';
  }

  /** A tee in sizes, M 2 dearer than S; returns its ItemCode. */
  addTee(): string {
    const { listings } = this.sandbox.control.addListings('qoo10', this.shop, {
      name: 'Tee',
      sku: 'TEE',
      option_names: ['Size'],
      variants: [
        { sku: 'TEE-S', options: ['S'], price: 20, quantity: 5 },
        { sku: 'TEE-M', options: ['M'], price: 22, quantity: 7 },
      ],
    });
    return listings[0]?.listing_id ?? '';
  }

  /** A buyer buys; returns packNo and the orderNos in it. */
  buy(lines: readonly { sku: string; quantity: number }[], paid = true): { pack: string; orders: string[] } {
    const pack = this.sandbox.control.placeOrder('qoo10', this.shop, { lines: [...lines], paid }).number;
    return { pack, orders: this.truth(pack).lines.map(({ line_id }) => line_id) };
  }

  happen(pack: string, event: LaterEvent): void {
    this.sandbox.control.orderEvent('qoo10', this.shop, pack, event, {});
  }

  truth(pack: string) {
    return this.sandbox.control.order('qoo10', this.shop, pack);
  }

  events(pack: string): string[] {
    return this.truth(pack).events.map(({ event }) => event);
  }

  left(sku: string): number | undefined {
    return this.sandbox.control.listings('qoo10', this.shop).find((one) => one.sku === sku)?.quantity;
  }

  async code(method: string, parameters: Record<string, string>): Promise<number> {
    return codeOf(await this.client.call(method, parameters));
  }

  async rows(method: string, parameters: Record<string, string>): Promise<Record<string, unknown>[]> {
    return rows.parse((await this.client.call(method, parameters)).ResultObject);
  }

  /** Rows of one delivery status, by the date of the order. */
  async orders(status: number): Promise<Record<string, unknown>[]> {
    const window = { search_Sdate: '20260101', search_Edate: '20260131', search_condition: '1' };
    return this.rows('ShippingBasic.GetShippingInfo_v2', { ShippingStat: String(status), ...window });
  }

  async claims(status: number): Promise<Record<string, unknown>[]> {
    const window = { search_Sdate: '20260101', search_Edate: '20260131', search_condition: '2' };
    return this.rows('ShippingBasic.GetClaimInfo_v2', { ClaimStat: String(status), ...window });
  }
}

/** The number of an answer, in whichever field it is. */
export function codeOf(answer: Qoo10Answer): number {
  return Number(answer.ErrorCode ?? answer.ResultCode);
}
