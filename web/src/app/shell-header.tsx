import { MenuOutlined } from '@ant-design/icons';
import { Button, Menu, Popover, type MenuProps } from 'antd';
import { useState, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { pageSettings } from '../api/page-settings.ts';
import { useStore } from '../api/store-context.ts';
import { WaitingCount } from '../modules/insights/waiting-count.tsx';
import { NotificationBell } from '../modules/journal/notification-bell.tsx';
import { Logo } from '../ui/theme/logo.tsx';
import { useNarrow } from '../ui/theme/narrow.ts';
import { AccountMenu } from './account-menu.tsx';
import { useAppText } from './app.texts.ts';

type MenuItems = NonNullable<MenuProps['items']>;

/** Logo, menu and account of a store; on a phone the menu is behind a button. */
export function ShellHeader() {
  const t = useAppText();
  const narrow = useNarrow();
  const { storeId } = useStore();
  return (
    <header className="es-header">
      <Logo to={`/stores/${storeId}`} />
      {!narrow && (
        <nav className="es-menu" aria-label={t('mainMenu')}>
          <MainMenu mode="horizontal" />
        </nav>
      )}
      <div className="es-header-end">
        <NotificationBell />
        <AccountMenu />
        {narrow && <MenuPopover />}
      </div>
    </header>
  );
}

function MenuPopover() {
  const t = useAppText();
  const [open, setOpen] = useState(false);
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      open={open}
      onOpenChange={setOpen}
      content={
        <nav className="es-menu-popover" aria-label={t('mainMenu')}>
          <MainMenu mode="inline" onLeave={() => setOpen(false)} />
        </nav>
      }
    >
      <Button type="text" icon={<MenuOutlined />} aria-label={t('openMenu')} aria-expanded={open} />
    </Popover>
  );
}

function MainMenu({
  mode,
  onLeave,
}: {
  readonly mode: 'horizontal' | 'inline';
  readonly onLeave?: () => void;
}) {
  const { pathname } = useLocation();
  const { storeId } = useStore();
  const items = useMenuItems();
  const base = `/stores/${storeId}`;
  return (
    <Menu
      mode={mode}
      items={items}
      selectedKeys={selectedEntry(pathname.slice(base.length))}
      {...(mode === 'inline' ? { defaultOpenKeys: ['products-group', 'misc'] } : {})}
      {...(onLeave === undefined ? {} : { onClick: onLeave })}
    />
  );
}

/** The menu entry of a path within the store. */
function selectedEntry(place: string): string[] {
  const path = place.replace(/\/$/, '');
  if (path === '' || path.startsWith('/variants')) return ['/products'];
  if (path === '/needs_you') return ['/summary'];
  if (path === '/packing') return ['/orders'];
  const entries = [
    '/products/merge',
    '/products/force_zero_qty',
    '/products/stock_tallies',
    '/products/stock_movements',
    '/products',
    '/orders',
    '/marketplaces',
  ];
  const more = ['/store_profiles', '/summary', '/reports', '/activities', '/settings'];
  const entry = [...entries, ...more].find((known) => path === known || path.startsWith(`${known}/`));
  return entry === undefined ? [] : [entry];
}

/** Entries appear when they have content: orders and products once there is a marketplace. */
function useMenuItems(): MenuItems {
  const t = useAppText();
  const { store, storeId } = useStore();
  const entry = (path: string, label: string, after?: ReactNode) => ({
    key: path,
    label: (
      <Link to={`/stores/${storeId}${path}`}>
        {label}
        {after}
      </Link>
    ),
  });
  const selling: MenuItems =
    store.marketplaces_count > 0
      ? [
          entry('/orders', t('orders')),
          {
            key: 'products-group',
            label: t('products'),
            children: [
              entry('/products', t('manageProducts')),
              entry('/products/merge', t('mergeInventory')),
              entry('/products/force_zero_qty', t('forceZero')),
              entry('/products/stock_tallies', t('tallies')),
              entry('/products/stock_movements', t('stockMovements')),
            ],
          },
        ]
      : [];
  return [
    entry('/summary', t('summary'), <WaitingCount />),
    ...selling,
    entry('/marketplaces', t('marketplaces')),
    entry('/store_profiles', t('manageAdmins')),
    {
      key: 'misc',
      label: t('misc'),
      children: [
        { ...entry('/summary', t('summary')), key: 'misc-summary' },
        entry('/reports', t('reports')),
        entry('/activities', t('activities')),
        entry('/settings', t('storeSettings')),
        {
          key: 'faq',
          label: (
            <a
              href={pageSettings.faq_url}
              target="_blank"
              rel="noopener"
              aria-label={t('opensInNewTab', { label: t('faq') })}
            >
              {t('faq')}
            </a>
          ),
        },
        { key: '/privacy-policy', label: <Link to="/privacy-policy">{t('privacyPolicy')}</Link> },
      ],
    },
  ];
}
