import type { Variant } from '@evenstock/contract/catalog/variants';
import { describe, expect, it } from 'vitest';
import { formerSettings } from './undo-save.rules.ts';

const shopee = { id: 1, slug: 'one', name: 'One', channel: 'shopee', type: 'ShopeeMarketplace' } as const;
const before: Pick<
  Variant,
  'name' | 'has_maximum_quantity' | 'disable_restock' | 'reorder_point' | 'safety_stock' | 'last_units'
> = {
  name: 'Red',
  has_maximum_quantity: false,
  disable_restock: false,
  reorder_point: null,
  safety_stock: 0,
  last_units: { units: 2, marketplace: shopee },
};

describe('what puts settings back', () => {
  it.each([
    ['nothing', {}, {}],
    ['a name', { name: 'Blue' }, { name: 'Red' }],
    [
      'switches',
      { has_maximum_quantity: true, disable_restock: true },
      {
        has_maximum_quantity: false,
        disable_restock: false,
      },
    ],
    ['units', { reorder_point: 4, safety_stock: 3 }, { reorder_point: null, safety_stock: 0 }],
    ['last units', { last_units: null }, { last_units: { units: 2, marketplace_id: 1 } }],
    [
      'fewer last units',
      { last_units: { units: 1, marketplace: shopee } },
      {
        last_units: { units: 2, marketplace_id: 1 },
      },
    ],
  ])('of %s', (_what, changed, former) => {
    expect(formerSettings(before, { ...before, ...changed })).toEqual(former);
  });

  it('takes off last units where none were kept', () => {
    const none = { ...before, last_units: null };
    expect(formerSettings(none, before)).toEqual({ last_units: null });
  });
});
