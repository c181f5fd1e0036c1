import type { Order } from '@evenstock/contract/orders/orders';
import { describe, expect, it } from 'vitest';
import { itemGroups } from './item-groups.rules.ts';

type Item = Order['order_items'][number];
const item = (id: number, facts: Partial<Item> = {}): Item => ({
  id,
  variant: null,
  variant_name: null,
  name: `Item ${String(id)}`,
  sku: null,
  quantity: 3,
  cancelled_quantity: 0,
  returned_quantity: 0,
  restockable_quantity: 0,
  restocked_quantity: 0,
  not_put_back_quantity: 0,
  kept_by: 'seller',
  lacks_listing: false,
  parts: [],
  status: 'unfulfilled',
  marketplace_order_item_id: String(id),
  marketplace_variant_id: null,
  evenstock_state: 'Staff To Process',
  return_status: null,
  shipment_provider: null,
  tracking_code: null,
  unit_price: 1,
  formatted_unit_price: '$1.00',
  total_price: 3,
  formatted_total_price: '$3.00',
  original_price: 1,
  formatted_original_price: '$1.00',
  ...facts,
});
const told = (state: Order['state'], items: readonly Item[]) =>
  itemGroups({ state, order_items: [...items] }).map(({ items: inside, ...group }) => ({
    ...group,
    units: inside.map((part) => [part.item.id, part.units]),
  }));

describe('the items of an order', () => {
  it('are grouped by units into to ship, parcels, returned and cancelled', () => {
    const sent = { status: 'fulfilled', shipment_provider: 'NinjaVan' };
    expect(
      told('staff_to_process', [
        item(1, { cancelled_quantity: 1 }),
        item(2, { ...sent, tracking_code: 'NV1' }),
        item(3, { ...sent, tracking_code: 'NV2', returned_quantity: 2 }),
        item(4, { ...sent, tracking_code: 'NV1' }),
      ]),
    ).toEqual([
      { fate: 'to_ship', units: [[1, 2]] },
      {
        fate: 'parcel',
        provider: 'NinjaVan',
        tracking: 'NV1',
        units: [
          [2, 3],
          [4, 3],
        ],
      },
      { fate: 'parcel', provider: 'NinjaVan', tracking: 'NV2', units: [[3, 1]] },
      { fate: 'returned', units: [[3, 2]] },
      { fate: 'cancelled', units: [[1, 1]] },
    ]);
  });

  it('are not to ship once the order is shipped, completed or failed', () => {
    for (const state of ['shipped', 'completed', 'failed_orders'] as const) {
      expect(told(state, [item(1)])).toEqual([
        { fate: 'parcel', provider: null, tracking: null, units: [[1, 3]] },
      ]);
    }
  });

  it('came back completely when a return was accepted without a count', () => {
    expect(told('completed', [item(1, { return_status: 'ACCEPTED' })])).toEqual([
      { fate: 'returned', units: [[1, 3]] },
    ]);
  });
});
