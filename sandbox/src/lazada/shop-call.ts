import type { Order } from '../core/records.ts';
import type { Shop } from '../core/shop.ts';
import type { Core } from '../core/simulator.ts';
import type { Table } from '../core/journal.ts';
import { Failure } from './reply.ts';
import type { UnitMarks } from './units.ts';
import { readTime } from './words.ts';

/** A signed call for one shop, and the ways to read its parameters. Readers throw the vendor's Failure. */
export class ShopCall {
  readonly core: Core;
  readonly shop: Shop;
  readonly halfBatch: boolean;
  readonly staleSeconds: number;
  readonly #parameters: ReadonlyMap<string, string>;
  readonly #marks: Table<UnitMarks>;

  constructor(
    core: Core,
    shop: Shop,
    parameters: ReadonlyMap<string, string>,
    faults: { readonly halfBatch: boolean; readonly staleSeconds: number },
    marks: Table<UnitMarks>,
  ) {
    this.core = core;
    this.shop = shop;
    this.#parameters = parameters;
    this.halfBatch = faults.halfBatch;
    this.staleSeconds = faults.staleSeconds;
    this.#marks = marks;
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
    throw new Failure('MissingParameter', `The input parameter "${name}" that is mandatory for processing this request is not supplied.`); // prettier-ignore
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

  marks(order: Order): UnitMarks | undefined {
    return this.#marks.get(`${this.shop.id}/${order.number}`);
  }
}
