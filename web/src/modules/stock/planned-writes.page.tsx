import {
  listPlannedWrites,
  writeKind,
  type PlannedShop,
  type PlannedWrite,
} from '@evenstock/contract/stock/planned-writes';
import { Tag } from 'antd';
import { Link } from 'react-router';
import { useStore } from '../../api/store-context.ts';
import { DataTable, type Column } from '../../ui/lists/data-table.tsx';
import { useList } from '../../ui/lists/list.ts';
import { LiveIndicator } from '../../ui/pages/live-indicator.tsx';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { MarketplaceName } from '../../ui/values/channel-mark.tsx';
import { Code, Count } from '../../ui/values/money.tsx';
import { Time } from '../../ui/values/time.tsx';
import { PlannedShops } from './planned-shops.tsx';
import './stock.css';
import { useStockText } from './stock.texts.ts';

/** What would be written to each marketplace, and the switch of its sync: what is looked at before it is switched on. */
export default function PlannedWritesPage() {
  const t = useStockText();
  const { storeId, store } = useStore();
  const list = useList(listPlannedWrites, {
    params: { storeId },
    live: ['variants', 'marketplaces'],
    sort: 'kind asc',
    filters: [
      {
        kind: 'choice',
        name: 'marketplace_id_eq',
        label: t('marketplace'),
        options: store.marketplaces.map(({ id, name }) => ({ value: String(id), label: name })),
      },
      {
        kind: 'choice',
        name: 'kind_eq',
        label: t('change'),
        options: writeKind.options.map((kind) => ({ value: kind, label: t(`write_${kind}`) })),
      },
    ],
  });
  return (
    <>
      <PageHeader
        title={t('plannedWrites')}
        trail={[{ label: t('products'), to: `/stores/${storeId}/products` }]}
        aside={<LiveIndicator />}
        subtitle={t(store.can_sync_quantity ? 'plannedWritesHint' : 'plannedWritesStoreOff')}
      />
      <PlannedShops
        shops={list.data?.shops}
        onChoose={(shop: PlannedShop) =>
          list.change({ filters: { ...list.state.filters, marketplace_id_eq: String(shop.marketplace.id) } })
        }
      />
      <DataTable<PlannedWrite>
        list={list}
        label={t('plannedWrites')}
        rows={list.data?.planned_writes}
        total={list.data?.total_count}
        columns={useColumns()}
        rowKey={({ id }) => id}
        rowName={({ variant }) => variant.full_product_name}
        empty={t('noPlannedWrites')}
        card={(row) => <WriteCard row={row} />}
      />
    </>
  );
}

function useColumns(): readonly Column<PlannedWrite>[] {
  const t = useStockText();
  return [
    { key: 'product', title: t('product'), render: (row) => <What row={row} /> },
    {
      key: 'marketplace',
      title: t('marketplace'),
      render: ({ marketplace }) => <MarketplaceName marketplace={marketplace} />,
    },
    { key: 'shows', title: t('showsNow'), align: 'right', render: (row) => <Shows row={row} /> },
    {
      key: 'writes',
      title: t('wouldWrite'),
      align: 'right',
      render: ({ writes }) => (
        <strong>
          <Count value={writes} />
        </strong>
      ),
    },
    { key: 'kind', title: t('change'), render: (row) => <Kind row={row} /> },
    { key: 'why', title: t('whyWritten'), render: (row) => <Why row={row} /> },
  ];
}

interface RowProps {
  readonly row: PlannedWrite;
}

function What({ row: { variant, product } }: RowProps) {
  const { storeId } = useStore();
  return (
    <>
      <Link to={`/stores/${storeId}/products/${product.slug}/variants/${variant.slug}`}>
        {variant.full_product_name}
      </Link>
      <small className="es-cell-sub">
        <Code>{variant.sku}</Code>
      </small>
    </>
  );
}

function Shows({ row: { shows, shows_at: at } }: RowProps) {
  return (
    <>
      <Count value={shows} />
      <small className="es-cell-sub">
        <Time at={at} />
      </small>
    </>
  );
}

function Kind({ row: { kind } }: RowProps) {
  const t = useStockText();
  return (
    <Tag color={kind === 'zero' ? 'error' : kind === 'lower' ? 'warning' : 'default'}>
      {t(`write_${kind}`)}
    </Tag>
  );
}

/** What makes the number that would be written, in one line each. */
function Why({ row }: RowProps) {
  const t = useStockText();
  const reasons = [
    row.is_forced_to_zero ? t('whyForced') : null,
    row.quantity === null ? t('whyParts') : t('whyOwn', { quantity: row.quantity }),
    row.kept_back > 0 ? t('whyKeptBack', { count: row.kept_back }) : null,
    row.kept_for_another > 0 ? t('whyKeptFor', { count: row.kept_for_another }) : null,
    row.maximum === null ? null : t('whyMaximum', { most: row.maximum, marketplace: row.marketplace.name }),
  ];
  return reasons.map((reason) => (reason === null ? null : <div key={reason}>{reason}</div>));
}

function WriteCard({ row }: RowProps) {
  const t = useStockText();
  return (
    <div className="es-count-card">
      <div>
        <What row={row} />
      </div>
      <div>
        <MarketplaceName marketplace={row.marketplace} /> <Kind row={row} />
      </div>
      <div>{t('showsThenWrites', { shows: row.shows, writes: row.writes })}</div>
      <div className="es-quiet">
        <Why row={row} />
      </div>
    </div>
  );
}
