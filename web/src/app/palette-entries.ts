import { platformAbilities } from '@evenstock/contract/accounts/abilities';
import type { UserRole } from '@evenstock/contract/accounts/accounts';
import { monthsListed } from '@evenstock/contract/api/fields';
import { listOrders } from '@evenstock/contract/orders/orders';
import { listVariants } from '@evenstock/contract/catalog/variants';
import { useEffect, useState } from 'react';
import { useCall } from '../api/queries.ts';
import { useUser } from '../api/session.ts';
import { useStore, type StoreHere } from '../api/store-context.ts';
import { dayOf, monthsBefore } from '../ui/values/time.rules.ts';
import { useNow } from '../ui/values/time.tsx';
import { usePaletteText } from './palette.texts.ts';

/** An entry that the palette can open. */
export interface PaletteEntry {
  readonly key: string;
  readonly kind: 'screen' | 'order' | 'product' | 'marketplace' | 'action';
  readonly label: string;
  readonly hint: string;
  readonly to: string;
}

const screens = [
  ['summary', '/summary'],
  ['needsYou', '/needs_you'],
  ['orders', '/orders'],
  ['packing', '/packing'],
  ['products', '/products'],
  ['mergeInventory', '/products/merge'],
  ['forceZero', '/products/force_zero_qty'],
  ['tallies', '/products/stock_tallies'],
  ['stockMovements', '/products/stock_movements'],
  ['plannedWrites', '/products/planned_writes'],
  ['marketplaces', '/marketplaces'],
  ['manageAdmins', '/store_profiles'],
  ['reports', '/reports'],
  ['activities', '/activities'],
  ['storeSettings', '/settings'],
  ['referFriend', '/refer_friend'],
] as const;

/** Screens for platform admins. */
const adminScreens = [
  ['subscriptions', '/admin'],
  ['installationActivities', '/admin/activities'],
  ['announcements', '/admin/announcements'],
  ['deadLetters', '/admin/dead_letters'],
  ['vouchers', '/admin/vouchers'],
] as const;

interface Caller extends Pick<StoreHere, 'can' | 'store'> {
  readonly role: UserRole;
}

/** Actions that can be started from anywhere, with their address and permission. */
const actions = [
  ['connect', '/marketplaces#setup', ({ can }: Caller) => can('marketplace.manage')],
  [
    'importSheet',
    '/products?open=import',
    ({ can, store }: Caller) => can('product.work') && store.can_sync_quantity,
  ],
  ['mergeAll', '/products/merge', ({ can }: Caller) => can('product.work')],
  ['exportProducts', '/products/export_products', ({ can }: Caller) => can('product.work')],
  ['addOrder', '/orders?open=new-order', ({ role }: Caller) => role !== 'member'],
  ['addMember', '/store_profiles?open=new-member', ({ can }: Caller) => can('member.manage')],
  ['makeToken', '/settings/developers', ({ can }: Caller) => can('token.manage')],
] as const;

const SHOWN_OF_A_KIND = 5;
const SEARCH_AFTER_MS = 250;

/** The typed text, debounced. */
function usePaused(typed: string): string {
  const [paused, setPaused] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(typed), SEARCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return paused;
}

/** The entries that match a text: screens, actions and marketplaces at once; orders and SKUs as the server finds them. */
export function usePaletteEntries(text: string): {
  readonly entries: PaletteEntry[];
  readonly isSearching: boolean;
} {
  const t = usePaletteText();
  const { store, storeId, can } = useStore();
  const { role } = useUser();
  const today = dayOf(useNow(), store.time_zone);
  const base = `/stores/${storeId}`;
  const typed = text.trim();
  const searched = usePaused(typed);
  const enabled = searched.length >= 2;
  const params = { storeId };
  const orders = useCall(
    listOrders,
    {
      params,
      query: {
        scope: 'all',
        per_page: SHOWN_OF_A_KIND,
        q: {
          reference_number_cont: searched,
          // Searches the period that every member may list; the list’s own search covers a month.
          source_created_at_dategteq: monthsBefore(today, monthsListed),
        },
      },
    },
    { enabled },
  );
  const variants = useCall(
    listVariants,
    { params, query: { per_page: SHOWN_OF_A_KIND, q: { name_or_sku_cont: searched } } },
    { enabled },
  );
  const matches = (label: string) => label.toLowerCase().includes(typed.toLowerCase());
  const known: PaletteEntry[] = [
    ...screens.map(([name, path]) => entry('screen', t(name), base + path)),
    entry('screen', t('account'), '/account'),
    entry('screen', t('stores'), '/stores'),
    ...(platformAbilities(role).includes('platform.inspect')
      ? adminScreens.map(([name, path]) => entry('screen', t(name), path))
      : []),
    ...store.marketplaces.map(({ name, slug }) => entry('marketplace', name, `${base}/marketplaces/${slug}`)),
    ...actions
      .filter(([, , may]) => may({ can, store, role }))
      .map(([name, path]) => entry('action', t(name), base + path)),
  ].filter(({ label }) => matches(label));
  const found: PaletteEntry[] = !enabled
    ? []
    : [
        ...(orders.data?.orders ?? []).map(({ reference_number: number }) =>
          entry('order', number, `${base}/orders/${encodeURIComponent(number)}`),
        ),
        ...(variants.data?.variants ?? []).map(({ sku, slug, full_product_name: name, product }) => ({
          ...entry('product', name, `${base}/products/${product.slug}/variants/${slug}`),
          hint: sku ?? t('product'),
        })),
      ];
  return {
    entries: [...found, ...known],
    isSearching: typed !== searched || (enabled && (orders.isFetching || variants.isFetching)),
  };

  function entry(kind: PaletteEntry['kind'], label: string, to: string): PaletteEntry {
    return { key: `${kind} ${to}`, kind, label, hint: t(kind), to };
  }
}
