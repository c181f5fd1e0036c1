import { answerRecoveryCount, listRecoveryCounts, type RecoveryCount } from '@evenstock/contract/stock/stock';
import { Button, InputNumber, Space } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { describeFailure, failureOf } from '../../api/failure.ts';
import { useWrite } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { DataTable, type Column } from '../../ui/lists/data-table.tsx';
import { useList } from '../../ui/lists/list.ts';
import { LiveIndicator } from '../../ui/pages/live-indicator.tsx';
import { Code, Count } from '../../ui/values/money.tsx';
import { message } from '../../ui/dialogs/overlays.ts';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import './stock.css';
import { useStockText } from './stock.texts.ts';

/** SKUs whose quantity is uncertain after a restore of the database, to be counted by hand. */
export default function RecoveryCountsPage() {
  const t = useStockText();
  const { storeId } = useStore();
  const list = useList(listRecoveryCounts, { params: { storeId }, live: ['variants'], sort: 'asked_at asc' });
  return (
    <>
      <PageHeader
        title={t('counts')}
        trail={[{ label: t('products'), to: `/stores/${storeId}/products` }]}
        aside={<LiveIndicator />}
        subtitle={t('countsHint')}
      />
      <DataTable<RecoveryCount>
        list={list}
        label={t('counts')}
        rows={list.data?.recovery_counts}
        total={list.data?.total_count}
        columns={useColumns()}
        rowKey={({ variant }) => variant.id}
        empty={t('noCounts')}
        card={(row) => <CountCard row={row} />}
      />
    </>
  );
}

function useColumns(): readonly Column<RecoveryCount>[] {
  const t = useStockText();
  return [
    { key: 'product', title: t('product'), render: (row) => <What row={row} /> },
    {
      key: 'quantity',
      title: t('quantityHere'),
      align: 'right',
      render: ({ quantity }) => <Count value={quantity} />,
    },
    { key: 'shops', title: t('shopsShow'), render: (row) => <Shops row={row} /> },
    { key: 'answer', title: t('counted'), render: (row) => <Answer row={row} /> },
  ];
}

function What({ row: { variant, product, is_held: isHeld } }: RowProps) {
  const t = useStockText();
  const { storeId } = useStore();
  return (
    <>
      <Link to={`/stores/${storeId}/products/${product.slug}/variants/${variant.slug}`}>
        {variant.full_product_name}
      </Link>
      <small className="es-cell-sub">
        <Code>{variant.sku}</Code>
      </small>
      <small className="es-cell-sub">{t(isHeld ? 'countHolds' : 'countChecks')}</small>
    </>
  );
}

interface RowProps {
  readonly row: RecoveryCount;
}

function Shops({ row: { shops } }: RowProps) {
  const t = useStockText();
  return shops.map(({ marketplace, shows, sold }) => (
    <div key={marketplace.id}>
      {shows === null
        ? t('shopSilent', { marketplace: marketplace.name })
        : t('shopShows', { marketplace: marketplace.name, shows, sold })}
    </div>
  ));
}

function CountCard({ row }: RowProps) {
  const t = useStockText();
  return (
    <div className="es-count-card">
      <div>
        <What row={row} />
      </div>
      <div>
        <div>
          {t('quantityHere')}:{' '}
          <strong>
            <Count value={row.quantity} />
          </strong>
        </div>
        <Shops row={row} />
      </div>
      <Answer row={row} />
    </div>
  );
}

function Answer({ row: { variant } }: RowProps) {
  const t = useStockText();
  const { storeId, can } = useStore();
  const [quantity, setQuantity] = useState<number | null>(null);
  const write = useWrite(answerRecoveryCount, ['variants', 'stock_movements']);
  if (!can('stock.work')) return null;
  const save = (): void => {
    if (quantity === null) return;
    write.mutate(
      { params: { storeId, variantId: variant.slug }, body: { quantity } },
      {
        onSuccess: () => message.success(t('countSaved')),
        onError: (thrown) => message.error(describeFailure(failureOf(thrown)) ?? t('countFailed')),
      },
    );
  };
  return (
    <Space.Compact>
      <InputNumber
        precision={0}
        value={quantity}
        onChange={setQuantity}
        onPressEnter={save}
        aria-label={t('countOf', { name: variant.full_product_name })}
      />
      <Button type="primary" disabled={quantity === null} loading={write.isPending} onClick={save}>
        {t('saveCount')}
      </Button>
    </Space.Compact>
  );
}
