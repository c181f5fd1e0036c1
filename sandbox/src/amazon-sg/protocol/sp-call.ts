import type { z } from 'zod';
import type { Token } from '../../core/grants.ts';
import type { Order } from '../../core/records.ts';
import type { Shop } from '../../core/shop.ts';
import type { Call, Core, SandboxRequest } from '../../core/simulator.ts';
import type { AmazonRecords } from './records.ts';
import { Failure, invalidInput, notFound, unauthorised } from './reply.ts';
import { readIsoTime, site } from './site.ts';

/** What a call was let in with. */
export interface Admission {
  readonly core: Core;
  readonly records: AmazonRecords;
  readonly shop: Shop;
  readonly token: Token;
  /** The parts of the path, by the model's names. */
  readonly path: Readonly<Record<string, string>>;
}

/** A call of the Selling Partner API for one seller, and the ways to read what it asks. Readers throw the vendor's Failure. */
export class SpCall {
  readonly core: Core;
  readonly records: AmazonRecords;
  readonly shop: Shop;
  readonly token: Token;
  readonly halfBatch: boolean;
  readonly staleSeconds: number;
  readonly leftOut: Call['leftOut'];
  readonly pageFault: Call['pageFault'];
  readonly #path: Readonly<Record<string, string>>;
  readonly #request: SandboxRequest;

  constructor({ core, records, shop, token, path }: Admission, call: Call) {
    this.core = core;
    this.records = records;
    this.shop = shop;
    this.token = token;
    this.#path = path;
    this.#request = call.request;
    this.halfBatch = call.halfBatch;
    this.staleSeconds = call.staleSeconds;
    this.leftOut = (of) => call.leftOut(of);
    this.pageFault = (of) => call.pageFault(of);
  }

  /** Milliseconds. */
  get now(): number {
    return this.core.clock.now();
  }

  part(name: string): string {
    return this.#path[name] ?? '';
  }

  /** A parameter of the query, null when it is absent or empty. */
  text(name: string): string | null {
    const value = this.#request.url.searchParams.get(name);
    return value === null || value === '' ? null : value;
  }

  names(): string[] {
    return [...this.#request.url.searchParams.keys()];
  }

  /** A comma-joined list; empty when it is absent. `allowed`: the model's values. */
  list(name: string, most = Infinity, allowed?: readonly string[]): string[] {
    const members = this.#request.url.searchParams.getAll(name).flatMap((value) => value.split(','));
    const given = members.filter(Boolean);
    if (given.length > most)
      throw invalidInput(`Too many values for '${name}': at most ${String(most)} are allowed.`);
    const unknown = given.find((value) => allowed !== undefined && !allowed.includes(value));
    if (unknown !== undefined) throw invalidInput(`Invalid value '${unknown}' for parameter '${name}'.`);
    return given;
  }

  /** One of the model's values, null when it is absent. */
  choice<T extends string>(name: string, allowed: readonly T[]): T | null {
    const text = this.text(name);
    if (text === null) return null;
    const found = allowed.find((value) => value === text);
    if (found !== undefined) return found;
    throw invalidInput(`Invalid value '${text}' for parameter '${name}'.`);
  }

  whole(name: string, otherwise: number, least: number, most: number): number {
    const text = this.text(name);
    if (text === null) return otherwise;
    const value = Number(text);
    if (Number.isInteger(value) && value >= least && value <= most) return value;
    throw invalidInput(`'${name}' must be between ${String(least)} and ${String(most)}.`);
  }

  /** Milliseconds, null when it is absent. */
  time(name: string): number | null {
    const text = this.text(name);
    if (text === null) return null;
    const instant = readIsoTime(text);
    if (instant !== null) return instant;
    throw invalidInput(`'${name}' is not in ISO 8601 format.`);
  }

  /** Lists of marketplaces must name Amazon.sg, the only one where the seller sells. */
  mustBeHere(marketplaceIds: readonly string[]): void {
    if (marketplaceIds.length === 0) throw invalidInput("Missing required parameter 'marketplaceIds'.");
    if (!marketplaceIds.includes(site.marketplaceId))
      throw invalidInput("Invalid 'marketplaceIds' provided.");
  }

  /** The path names the seller whose token it is. */
  mustBeOwn(sellerId: string): void {
    if (sellerId !== this.shop.id) throw unauthorised('');
  }

  /** The JSON body, parsed; 415 for another type, 400 with the names of the fields that are wrong. */
  body<T>(schema: z.ZodType<T>): T {
    if (!(this.#request.headers['content-type'] ?? '').includes('json'))
      throw new Failure(415, 'UnsupportedMediaType', 'The request payload is in an unsupported format.');
    let value: unknown;
    try {
      value = JSON.parse(Buffer.from(this.#request.body).toString('utf8'));
    } catch {
      throw invalidInput('Request is missing or has invalid parameters', 'The body is not JSON.');
    }
    const read = schema.safeParse(value);
    if (read.success) return read.data;
    const fields = [...new Set(read.error.issues.map(({ path }) => path.join('.')))];
    throw invalidInput(
      `The input you have submitted is not valid. Please check the fields with invalid type [${fields.join(', ')}].`,
    );
  }

  /** The order that the path names. */
  order(): Order {
    const order = this.shop.orders.get(this.part('orderId'));
    if (order === undefined || this.shop.isHidden(order))
      throw notFound(`Order ${this.part('orderId')} could not be found.`);
    return order;
  }
}
