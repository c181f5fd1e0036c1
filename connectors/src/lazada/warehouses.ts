import type { Access } from '../kit/access.ts';
import type { Locations } from '../kit/locations.ts';
import { callSeller, resultOf } from './client.ts';
import { warehouseRows, warehouses } from './wire.ts';
import type { OrderItem, SkuStock, WarehouseStock } from './wire.ts';

/** The vendor's own warehouses are named so in its guides (lazada.md 3, 6.3). */
export const isLazadas = (code: string | null): boolean => /^OMS-LAZADA/i.test(code ?? '');

/** The seller's warehouses (lazada.md 6.3: /seller/warehouse/get). One of them is read and written. */
export const locations: Locations = {
  areSummed: false,
  async list(access) {
    const path = '/seller/warehouse/get';
    const parameters = { addressTypes: '["warehouse"]' };
    const answer = await callSeller(access, { method: 'GET', path, parameters, group: 'products' });
    return warehouseRows.parse(resultOf(warehouses, answer, path).module).map(({ code, name, status }) => ({
      id: code,
      name: name ?? code,
      keptBy: isLazadas(code) ? 'marketplace' : 'seller',
      isActive: !/^(inactive|disabled?|closed?|deleted|0|false)$/i.test(status ?? ''),
    }));
  },
};

/** Who keeps and sends a unit of an order (lazada.md 4: `is_fbl`; shipping type 'Own Warehouse' or 'Warehouse' is Lazada's own). */
export function keeperOf(
  unit: Pick<OrderItem, 'is_fbl' | 'shipping_type' | 'warehouse_code'>,
  access: Access,
): 'seller' | 'marketplace' | 'elsewhere' | null {
  const type = unit.shipping_type?.toLowerCase().replaceAll(/[\s_]/g, '');
  if (unit.is_fbl === true || isLazadas(unit.warehouse_code)) return 'marketplace';
  if (unit.is_fbl === null && (type === 'ownwarehouse' || type === 'warehouse')) return 'marketplace';
  const { locations: chosen } = access;
  const isElsewhere =
    chosen !== undefined && unit.warehouse_code !== null && !chosen.includes(unit.warehouse_code);
  if (isElsewhere) return 'elsewhere';
  return unit.is_fbl === null && type === undefined ? null : 'seller';
}

export interface Shelf {
  readonly keptBy: 'seller' | 'marketplace' | null;
  /** What the seller has on sale; null where the answer does not tell it. */
  readonly measure: number | null;
  /** The one of several warehouses that is read and written. */
  readonly warehouse: string | null;
}

const unitsOf = (row: WarehouseStock): number | null => row.sellableQuantity ?? row.quantity;

/** Whether any unit of the SKU is or was in a warehouse's care: sellable, ordered or waiting for payment. */
const holds = (row: WarehouseStock): boolean => (row.totalQuantity ?? 0) > 0 || (unitsOf(row) ?? 0) > 0;

/**
 * The seller's stock alone: `Available` and `quantity` count what lies in Lazada's warehouses too (lazada.md 3). A seller with several
 * warehouses: the chosen one, or the first, is read and written.
 */
export function shelfOf(one: SkuStock, chosen: readonly string[] | undefined): Shelf {
  const total = one.Available ?? one.quantity;
  const lazadas = [
    ...one.fblWarehouseInventories,
    ...one.multiWarehouseInventories.filter((row) => isLazadas(row.warehouseCode)),
  ];
  const codes = new Set(one.fblWarehouseInventories.map((row) => row.warehouseCode));
  const own = one.multiWarehouseInventories.filter(
    (row) => !isLazadas(row.warehouseCode) && (row.warehouseCode === null || !codes.has(row.warehouseCode)),
  );
  const isKept = lazadas.some(holds) || (lazadas.length > 0 && own.length === 0);
  if (isKept && !own.some(holds)) {
    const rest = (total ?? 0) - lazadas.reduce((sum, row) => sum + (unitsOf(row) ?? 0), 0);
    if (own.length > 0 || rest <= 0) return { keptBy: 'marketplace', measure: null, warehouse: null };
    return { keptBy: 'seller', measure: rest, warehouse: null };
  }
  const named = own.find((row) => row.warehouseCode !== null && chosen?.includes(row.warehouseCode));
  if (chosen !== undefined && named === undefined && own.some((row) => row.warehouseCode !== null)) {
    return { keptBy: null, measure: null, warehouse: null };
  }
  const row = named ?? own[0];
  if (row !== undefined && (own.length > 1 || isKept)) {
    return { keptBy: 'seller', measure: unitsOf(row), warehouse: row.warehouseCode };
  }
  const measure = total ?? (row === undefined ? null : unitsOf(row));
  return { keptBy: measure === null ? null : 'seller', measure, warehouse: null };
}
