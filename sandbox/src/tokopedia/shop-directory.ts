import type { Order } from '../core/records.ts';
import type { Shop } from '../core/shop.ts';
import type { Core } from '../core/simulator.ts';
import { Failure } from './reply.ts';
import { productOf, type Product } from './product-ids.ts';

/** An order with the shop that it is of. */
export interface FoundOrder {
  readonly shop: Shop;
  readonly order: Order;
}

/** A warehouse of a shop: the one that it has (tokopedia.md 8). */
export function warehouseOf(shop: Shop): number {
  return Number(shop.id) + 1_000_000;
}

/** The shops that are linked to the app, and what is in them (tokopedia.md 1). */
export class ShopDirectory {
  readonly #core: Core;

  constructor(core: Core) {
    this.#core = core;
  }

  /** Sorted by id. */
  linked(): Shop[] {
    return this.#core
      .shops('tokopedia')
      .filter((shop) => this.isLinked(shop))
      .sort((one, other) => Number(one.id) - Number(other.id));
  }

  isLinked(shop: Shop): boolean {
    return this.#core.grants.consentOf('tokopedia', shop.id) !== null;
  }

  shop(id: string): Shop | null {
    const shop = this.#core.shop('tokopedia', id);
    return shop !== undefined && this.isLinked(shop) ? shop : null;
  }

  /** An order by its order_id, unless it is still hidden. */
  order(id: string): FoundOrder | null {
    return this.#find((shop) => shop.orderById(id));
  }

  orderByInvoice(invoice: string): FoundOrder | null {
    return this.#find((shop) => shop.orders.get(invoice));
  }

  /** A product of any linked shop. */
  product(id: string): { readonly shop: Shop; readonly product: Product } | null {
    for (const shop of this.linked()) {
      const product = productOf(shop, id);
      if (product !== null) return { shop, product };
    }
    return null;
  }

  #find(look: (shop: Shop) => Order | undefined): FoundOrder | null {
    for (const shop of this.linked()) {
      const order = look(shop);
      if (order !== undefined && !shop.isHidden(order)) return { shop, order };
    }
    return null;
  }
}

/** What a call says of a shop that is not linked to the app. */
export function notAssociated(code: string): Failure {
  return new Failure(400, code, 'FS ID Is Not Associated With Shop ID or Warehouse ID');
}
