import { z } from 'zod';
import type { Shop } from '../core/shop.ts';
import type { Call, Core, SandboxRequest } from '../core/simulator.ts';
import type { Hooks } from './hooks.ts';
import type { OrderRecords } from './order-records.ts';
import { Failure } from './reply.ts';
import { notAssociated, type FoundOrder, type ShopDirectory } from './shop-directory.ts';

/** What all calls share besides the core. */
interface CallContext {
  readonly core: Core;
  readonly fsId: string;
  readonly directory: ShopDirectory;
  readonly book: OrderRecords;
  readonly hooks: Hooks;
}

const shopInBody = z.object({ shop_id: z.int() });

/** A call with a good token, and the ways to read what it says. Readers throw the vendor's Failure. */
export class TokopediaCall {
  readonly core: Core;
  readonly fsId: string;
  readonly directory: ShopDirectory;
  readonly book: OrderRecords;
  readonly hooks: Hooks;
  readonly query: URLSearchParams;
  readonly request: SandboxRequest;
  readonly halfBatch: boolean;
  readonly staleSeconds: number;
  readonly leftOut: Call['leftOut'];
  readonly pageFault: Call['pageFault'];
  /** The values of the path, by name. */
  readonly named: Readonly<Record<string, string>>;

  constructor(context: CallContext, call: Call, named: Readonly<Record<string, string>>) {
    this.core = context.core;
    this.fsId = context.fsId;
    this.directory = context.directory;
    this.book = context.book;
    this.hooks = context.hooks;
    this.request = call.request;
    this.query = call.request.url.searchParams;
    this.halfBatch = call.halfBatch;
    this.staleSeconds = call.staleSeconds;
    this.leftOut = (of) => call.leftOut(of);
    this.pageFault = (of) => call.pageFault(of);
    this.named = named;
  }

  /** A parameter of the query; null when it is absent or empty. */
  text(name: string): string | null {
    const value = this.query.get(name);
    return value === null || value === '' ? null : value;
  }

  /** A whole number in the query. */
  whole(name: string, code: string): number | null {
    const text = this.text(name);
    if (text === null) return null;
    if (!/^-?\d{1,15}$/.test(text)) throw new Failure(400, code, `Invalid ${name} Format`);
    return Number(text);
  }

  /** A page number, or how many make a page. */
  atLeastOne(name: string, code: string, most: number): number {
    const value = this.whole(name, code);
    if (value === null) throw new Failure(400, code, `${name} is empty`);
    if (value < 1 || value > most) throw new Failure(400, code, `${name} must be from 1 to ${String(most)}`);
    return value;
  }

  /** The shop of `?shop_id=`, linked to the app. */
  shop(): Shop {
    const id = this.text('shop_id');
    if (id === null) throw new Failure(400, 'PRD_DLV_016', 'Shop ID is empty');
    return this.linkedShop(id, 'PRD_USC_001');
  }

  linkedShop(id: string, code: string): Shop {
    if (!/^\d{1,15}$/.test(id)) throw new Failure(400, 'PRD_DLV_003', 'Invalid Shop ID Format');
    const shop = this.directory.shop(id);
    if (shop === null) throw notAssociated(code);
    return shop;
  }

  /** The order in the path. */
  order(): FoundOrder {
    return this.orderOf(this.named['order_id'] ?? '');
  }

  orderOf(id: string): FoundOrder {
    const found = this.directory.order(id);
    if (found === null) throw new Failure(400, 'ORD_API_008', 'Order data not found');
    return found;
  }

  /** The body, in a shape. An empty one is `empty`, if given. */
  body<T>(shape: z.ZodType<T>, code: string, empty?: unknown): T {
    const given = bodyOf(this.request);
    const parsed = shape.safeParse(given === undefined ? empty : given);
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    const where = issue?.path.join('.') ?? '';
    throw new Failure(400, code, `${where === '' ? 'The body' : where} has a wrong type`);
  }

  /** As many of these as are done. */
  batch<T>(rows: readonly T[]): readonly T[] {
    return this.halfBatch ? rows.slice(0, Math.floor(rows.length / 2)) : rows;
  }
}

/** The body as JSON; undefined where there is none, or it is no JSON. */
function bodyOf(request: SandboxRequest): unknown {
  if (request.body.length === 0) return undefined;
  try {
    const value: unknown = JSON.parse(Buffer.from(request.body).toString('utf8'));
    return value;
  } catch {
    return undefined;
  }
}

/** The shop that a request names, in its query or its body, or null. */
export function shopIdIn(request: SandboxRequest): string | null {
  const inQuery = request.url.searchParams.get('shop_id');
  if (inQuery !== null) return inQuery;
  const inBody = shopInBody.safeParse(bodyOf(request));
  return inBody.success ? String(inBody.data.shop_id) : null;
}
