import type { VariantSetting } from '@evenstock/contract/catalog/variant-settings';
import type { Message, MessageCode, message } from '@evenstock/contract/messages/message';
import type { Selectable } from 'kysely';
import type { Tables } from '../../../tables.ts';

/** The columns of each setting of a SKU. */
const columnsOf = {
  name: ['name'],
  has_maximum_quantity: ['has_maximum_quantity'],
  disable_restock: ['disable_restock'],
  reorder_point: ['reorder_point'],
  safety_stock: ['safety_stock'],
  last_units: ['last_units', 'last_units_for'],
} as const satisfies { readonly [S in VariantSetting]: readonly (keyof Tables['variants'])[] };

type SettingColumn = (typeof columnsOf)[VariantSetting][number];

export const settingColumns: readonly SettingColumn[] = Object.values(columnsOf).flat();

/** The settings of a SKU as its row has them; the marketplace of the last units may be deleted. */
export type SettingValues = Readonly<Pick<Selectable<Tables['variants']>, SettingColumn>>;

/** Pinning is changed with the settings, and is none of them. */
type Settable = SettingValues & { readonly is_pinned: boolean };
type Changed = { -readonly [Column in keyof Settable]?: Settable[Column] };
type Asked = { readonly [Column in keyof Settable]?: Settable[Column] | undefined };

/** The columns of those that are asked for which have another value. */
export function changedSettings(was: Settable, asked: Asked): Readonly<Changed> {
  const changed: Changed = {};
  const keep = <Column extends keyof Settable>(column: Column, value: Settable[Column] | undefined) => {
    if (value !== undefined && value !== was[column]) changed[column] = value;
  };
  for (const column of [...settingColumns, 'is_pinned'] as const) keep(column, asked[column]);
  return changed;
}

type SaidValues = Parameters<typeof message<'catalog.variant_changed'>>[1];
/** The settings with the name of the marketplace that the last units are kept for. */
type NamedSettings = SettingValues & { readonly last_units_name: string | null };

interface Said {
  /** The value of the text. */
  readonly as: keyof SaidValues;
  readonly of: (now: NamedSettings) => string | number;
}

/** The text that says whether a setting is on, by its code. */
const switched = (isOn: boolean): MessageCode => (isOn ? 'catalog.switched_on' : 'catalog.switched_off');

const saidOf: { readonly [S in VariantSetting]: Said } = {
  name: { as: 'name', of: ({ name }) => name },
  has_maximum_quantity: { as: 'limited', of: (now) => switched(now.has_maximum_quantity) },
  disable_restock: { as: 'unstocked', of: (now) => switched(now.disable_restock) },
  reorder_point: { as: 'reorder', of: (now) => now.reorder_point ?? '–' },
  safety_stock: { as: 'safety', of: (now) => now.safety_stock },
  last_units: {
    as: 'last',
    of: ({ last_units: units, last_units_name: name }) =>
      name === null ? units : `${String(units)} · ${name}`,
  },
};

/** The current settings, for a member who would overwrite them. */
export const variantChanged = (now: NamedSettings): Message => ({
  code: 'catalog.variant_changed',
  values: Object.fromEntries(Object.values(saidOf).map(({ as, of }) => [as, of(now)])),
});
