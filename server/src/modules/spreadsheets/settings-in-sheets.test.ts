import { variantSettingNames, type VariantSetting } from '@evenstock/contract/catalog/variant-settings';
import { productColumns, type ProductColumn } from '@evenstock/contract/spreadsheets/spreadsheets';
import { expect, it } from 'vitest';
import { productCells } from './export-products.ts';

/** The settings of a SKU that a sheet of products shows, by their columns. */
const shown: Readonly<Partial<Record<VariantSetting, ProductColumn>>> = { name: 'Variant' };

/** Those that it leaves out, and why: a mass update reads the same sheet, and writes quantities alone. */
const leftOut: Readonly<Partial<Record<VariantSetting, string>>> = {
  has_maximum_quantity: 'It limits what marketplaces show, and changes no quantity.',
  disable_restock: 'It decides on cancelled units that come back, which a sheet does not bring.',
  reorder_point: 'It is a warning, kept on the page of the SKU and in the list of what is running out.',
  safety_stock: 'The quantity of a sheet is what is there, units that no marketplace shows included.',
  last_units: 'The quantity of a sheet is what is there, and last units need a marketplace beside them.',
};

it.each(variantSettingNames)('%s has a column of the sheet, or a reason why it has none', (setting) => {
  const columns = Object.keys(shown);
  const reasons = Object.keys(leftOut);
  expect([...columns, ...reasons].filter((known) => known === setting)).toHaveLength(1);
});

it('the columns of settings hold their values', () => {
  const cells = productCells({
    id: 1,
    sku: 'TEE',
    product: 'Tee',
    variant: 'Red',
    quantity: 4,
    marketplaces: 'lazada',
    currentId: 1,
    isSet: false,
    barcodes: [],
  });
  expect(cells[productColumns.indexOf('Variant')]).toBe('Red');
});
