import type { Order } from '../core/records.ts';
import type { Shop } from '../core/shop.ts';
import type { z } from 'zod';
import type { Call, Core, SandboxRequest } from '../core/simulator.ts';
import type { Table } from '../core/journal.ts';
import { Failure } from './reply.ts';
import type { DocumentLinks, Pictures, Records } from './shop-records.ts';

import type { ReverseOrders } from './reverse-records.ts';
import { unitIds, type UnitMarks } from './units.ts';
import { readTime } from './words.ts';

/** A signed call for one shop, and the ways to read its parameters. Readers throw the vendor's Failure. */
export class ShopCall {
  readonly core: Core;
  readonly shop: Shop;
  readonly halfBatch: boolean;
  readonly staleSeconds: number;
  readonly leftOut: Call['leftOut'];
  readonly pageFault: Call['pageFault'];
  readonly #parameters: ReadonlyMap<string, string>;
  readonly request: SandboxRequest;
  readonly links: DocumentLinks;
  readonly reverse: ReverseOrders;
  readonly pictures: Pictures;
  readonly pick: PickUnits;
  readonly #marks: Table<UnitMarks>;
  readonly #moved: (order: Order, unitIds: readonly string[]) => void;

  constructor(
    core: Core,
    shop: Shop,
    parameters: ReadonlyMap<string, string>,
    call: Call,
    records: Records,
    ways: { readonly pick: PickUnits; moved(order: Order, unitIds: readonly string[]): void },
  ) {
    this.core = core;
    this.shop = shop;
    this.#parameters = parameters;
    this.request = call.request;
    this.halfBatch = call.halfBatch;
    this.staleSeconds = call.staleSeconds;
    this.leftOut = (of) => call.leftOut(of);
    this.pageFault = (of) => call.pageFault(of);
    this.links = records.links;
    this.reverse = records.reverse;
    this.#marks = records.marks;
    this.pictures = records.pictures;
    this.pick = ways.pick;
    this.#moved = (order, unitIds) => {
      ways.moved(order, unitIds);
    };
  }

  has(name: string): boolean {
    return this.text(name) !== null;
  }

  /** A parameter, null when it is absent or empty. */
  text(name: string): string | null {
    const value = this.#parameters.get(name);
    return value === undefined || value === '' ? null : value;
  }

  needed(name: string): string {
    const value = this.text(name);
    if (value !== null) return value;
    throw new Failure('MissingParameter', `The input parameter "${name}" that is mandatory for processing this request is not supplied.`); // oxfmt-ignore
  }

  /** A whole number within its bounds; outside them the vendor's code. */
  whole(name: string, otherwise: number, least: number, most: number, code: string): number {
    const text = this.text(name);
    if (text === null) return otherwise;
    const value = Number(text);
    if (Number.isInteger(value) && value >= least && value <= most) return value;
    throw new Failure(code, `Invalid ${name}: it must be from ${String(least)} to ${String(most)}.`);
  }

  /** An instant in milliseconds, null when it is absent. */
  time(name: string): number | null {
    const text = this.text(name);
    if (text === null) return null;
    const instant = readTime(text);
    if (instant !== null) return instant;
    throw new Failure('17', `Invalid Date Format: ${name}`);
  }

  /** An instant that is sent in milliseconds, null when it is absent. */
  milliseconds(name: string): number | null {
    const text = this.text(name);
    if (text === null) return null;
    if (/^\d+$/.test(text)) return Number(text);
    throw new Failure('InvalidParameter', `Invalid ${name}: milliseconds are expected.`);
  }

  /** A list that travels as a JSON string: `[1,"2"]`. */
  list(name: string, code: string): string[] {
    try {
      const value: unknown = JSON.parse(this.needed(name));
      if (Array.isArray(value))
        return value.map((member) => (typeof member === 'string' ? member : JSON.stringify(member)));
    } catch (error) {
      if (error instanceof Failure) throw error;
    }
    throw new Failure(code, `Invalid ${name}: a JSON list is expected.`);
  }

  /** A request that travels as a JSON string, of this shape. */
  json<T>(name: string, schema: z.ZodType<T>): T {
    let value: unknown;
    try {
      value = JSON.parse(this.needed(name));
    } catch (error) {
      if (error instanceof Failure) throw error;
      throw new Failure('InvalidParameter', `Invalid ${name}: JSON is expected.`);
    }
    const read = schema.safeParse(value);
    if (read.success) return read.data;
    const first = read.error.issues[0];
    throw new Failure(
      'InvalidParameter',
      `Invalid ${name}: ${first?.path.join('.') ?? ''} ${first?.message ?? ''}`,
    );
  }

  /** The order that a parameter names. */
  order(name: string): Order {
    const order = this.findOrder(this.needed(name));
    if (order === null) throw new Failure('16', 'Invalid Order ID');
    return order;
  }

  findOrder(id: string): Order | null {
    const order = this.shop.orderById(id);
    return order === undefined || this.shop.isHidden(order) ? null : order;
  }

  /** The order that has a unit. */
  findOrderOfUnit(unitId: string): Order | null {
    for (const order of this.shop.orders.values())
      if (order.lines.some((line) => unitIds(line).includes(unitId))) return order;
    return null;
  }

  /** The marks of an order, to be changed and saved. */
  keepMarks(order: Order): UnitMarks {
    return this.marks(order) ?? { units: {}, reverseOrderId: '', packages: [], invoices: {} };
  }

  saveMarks(order: Order, marks: UnitMarks): void {
    this.#marks.put(`${this.shop.id}/${order.number}`, marks);
  }

  /** Records that some units of an order changed and the order as a whole did not: updates it and notifies the app. */
  unitsMoved(order: Order, unitIds: readonly string[]): void {
    this.shop.orderChanged(order);
    this.#moved(order, unitIds);
  }

  marks(order: Order): UnitMarks | undefined {
    return this.#marks.get(`${this.shop.id}/${order.number}`);
  }
}

/** Passes the simulator the order items of a cancellation while it happens. */
export type PickUnits = (order: Order, unitIds: readonly string[], happen: () => void) => void;
