import { PlusOutlined } from '@ant-design/icons';
import { listMarketplaces, type Marketplace } from '@evenstock/contract/marketplaces/marketplaces';
import { Button, Tooltip } from 'antd';
import { useContext, useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { useStore } from '../../api/store-context.ts';
import { DataTable, type Column } from '../../ui/lists/data-table.tsx';
import { useList } from '../../ui/lists/list.ts';
import { LiveIndicator } from '../../ui/pages/live-indicator.tsx';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { formatTime } from '../../ui/values/time.rules.ts';
import { ZoneContext } from '../../ui/values/time.tsx';
import { ChannelTag } from './channel-tag.tsx';
import { MarketplaceStatus } from './marketplace-status.tsx';
import './marketplaces.css';
import { useMarketplacesText } from './marketplaces.texts.ts';
import { NewMarketplaceModal } from './new-marketplace.modal.tsx';

/** The shops of a store, each with its status. */
export default function MarketplacesListPage() {
  const t = useMarketplacesText();
  const { storeId, can } = useStore();
  const [adding, setAdding] = useSetupHash(can('marketplace.manage'));
  const list = useList(listMarketplaces, {
    params: { storeId },
    live: ['marketplaces', 'pulls'],
    sort: 'created_at asc',
    filters: [
      { kind: 'search', name: 'name_cont', label: t('searchByName') },
      { kind: 'flag', name: 'authorization_ending_eq', label: t('authorisationEnding') },
      { kind: 'flag', name: 'places_asked_eq', label: t('placesAsked') },
    ],
  });
  const add = can('marketplace.manage') && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setAdding(true)}>
      {t('newMarketplace')}
    </Button>
  );
  const address = (marketplace: Marketplace) => `/stores/${storeId}/marketplaces/${marketplace.slug}`;
  return (
    <>
      <PageHeader
        title={t('title')}
        count={list.data?.total_count}
        aside={<LiveIndicator />}
        actions={add || undefined}
      />
      <DataTable<Marketplace>
        list={list}
        label={t('title')}
        rows={list.data?.marketplaces}
        total={list.data?.total_count}
        columns={useColumns(address)}
        rowKey={(marketplace) => marketplace.id}
        rowHref={address}
        empty={t('none')}
        emptyAction={add}
        card={(marketplace) => <MarketplaceCard marketplace={marketplace} to={address(marketplace)} />}
      />
      <NewMarketplaceModal open={adding} onClose={() => setAdding(false)} />
    </>
  );
}

/** `#setup` opens the dialog at once and is then removed from the address. */
function useSetupHash(allowed: boolean): [boolean, (open: boolean) => void] {
  const { hash, pathname, search } = useLocation();
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  const asked = hash === '#setup';
  if (asked && allowed && !open) setOpen(true);
  useEffect(() => {
    if (asked) void navigate(pathname + search, { replace: true });
  }, [asked, pathname, search, navigate]);
  return [open, setOpen];
}

function useColumns(address: (marketplace: Marketplace) => string): readonly Column<Marketplace>[] {
  const t = useMarketplacesText();
  return [
    {
      key: 'name',
      title: t('name'),
      sort: 'name',
      render: (marketplace) => <Link to={address(marketplace)}>{marketplace.name}</Link>,
    },
    {
      key: 'channel',
      title: t('channel'),
      render: (marketplace) => <ChannelTag marketplace={marketplace} />,
    },
    {
      key: 'status',
      title: t('status'),
      render: (marketplace) => <MarketplaceStatus marketplace={marketplace} />,
    },
    { key: 'pulled', title: t('totalPulled'), render: (marketplace) => <Pulled marketplace={marketplace} /> },
    {
      key: 'action',
      title: t('action'),
      width: 90,
      render: (marketplace) => (
        <Link to={address(marketplace)} aria-label={t('viewNamed', { name: marketplace.name })}>
          {t('view')}
        </Link>
      ),
    },
  ];
}

/** The numbers of imported records, with the date from which orders are imported. */
function Pulled({ marketplace }: { readonly marketplace: Marketplace }) {
  const t = useMarketplacesText();
  const zone = useContext(ZoneContext);
  const { start_pulling_orders_at: since, last_pull_products_at: last } = marketplace;
  return (
    <span className="es-pulled">
      <Tooltip
        title={since === null ? t('neverOrders') : t('ordersSince', { time: formatTime(since, zone) })}
      >
        <span className="es-explains es-number" tabIndex={0}>
          {t('ordersPulled', { count: marketplace.num_orders })}
        </span>
      </Tooltip>
      <Tooltip title={last === null ? t('neverProducts') : t('listingsAt', { time: formatTime(last, zone) })}>
        <span className="es-explains es-number" tabIndex={0}>
          {t('listingsPulled', { count: marketplace.num_product_listings })}
        </span>
      </Tooltip>
    </span>
  );
}

function MarketplaceCard({ marketplace, to }: { readonly marketplace: Marketplace; readonly to: string }) {
  return (
    <>
      <div className="es-card-row">
        <Link to={to} className="es-strong">
          {marketplace.name}
        </Link>
        <ChannelTag marketplace={marketplace} />
      </div>
      <div className="es-card-row">
        <MarketplaceStatus marketplace={marketplace} />
      </div>
      <div className="es-card-row">
        <Pulled marketplace={marketplace} />
      </div>
    </>
  );
}
