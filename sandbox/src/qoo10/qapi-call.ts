import type { Shop } from '../core/shop.ts';
import type { Call, Core } from '../core/simulator.ts';
import type { GoodsRecords } from './goods-records.ts';
import { QapiError } from './reply.ts';
import type { SentCall } from './sent-call.ts';
import type { ShipmentRecords } from './shipment-records.ts';

/** What all calls share besides the core: records of the simulator's own. */
interface Books {
  readonly goods: GoodsRecords;
  readonly shipments: ShipmentRecords;
}

/** A call with a good key, and the ways to read its parameters. */
export class QapiCall {
  readonly core: Core;
  readonly shop: Shop;
  readonly goods: GoodsRecords;
  readonly shipments: ShipmentRecords;
  readonly sent: SentCall;
  readonly halfBatch: boolean;
  readonly staleSeconds: number;
  readonly leftOut: Call['leftOut'];
  readonly pageFault: Call['pageFault'];

  constructor(core: Core, shop: Shop, books: Books, sent: SentCall, call: Call) {
    this.core = core;
    this.shop = shop;
    this.goods = books.goods;
    this.shipments = books.shipments;
    this.sent = sent;
    this.halfBatch = call.halfBatch;
    this.staleSeconds = call.staleSeconds;
    this.leftOut = (of) => call.leftOut(of);
    this.pageFault = (of) => call.pageFault(of);
  }

  /** A parameter without the blanks around it; empty when it was left out. Names are matched whatever their case. */
  text(name: string): string {
    return (this.given(name) ?? '').trim();
  }

  /** A parameter as it was sent; null when it was left out. */
  given(name: string): string | null {
    return this.sent.parameters.get(name.toLowerCase()) ?? null;
  }

  /** A parameter that must be there. */
  needed(name: string, code: number): string {
    const text = this.text(name);
    if (text === '') throw new QapiError(code, `The parameter ${name} is required.`);
    return text;
  }

  /** A whole number of at least 0; null when the parameter was left out. */
  whole(name: string, code: number): number | null {
    const text = this.text(name);
    if (text === '') return null;
    if (!/^\d{1,9}$/.test(text)) throw new QapiError(code, `${name} is not a whole number.`);
    return Number(text);
  }

  /** An amount in minor units; null when the parameter was left out. */
  amount(name: string, code: number): number | null {
    const text = this.text(name);
    if (text === '') return null;
    if (!/^-?\d{1,9}(\.\d+)?$/.test(text)) throw new QapiError(code, `${name} is not an amount.`);
    return Math.round(Number(text) * 100);
  }
}
