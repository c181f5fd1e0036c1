import {
  listMergeableByBarcode,
  suggestionsPageSize,
  type BarcodeGroup,
} from '@evenstock/contract/catalog/suggested-merges';
import { Button } from 'antd';
import { useState } from 'react';
import { useUser } from '../../../api/session.ts';
import { useStore } from '../../../api/store-context.ts';
import { DataTable, type Column } from '../../../ui/lists/data-table.tsx';
import { useList } from '../../../ui/lists/list.ts';
import { Code, Count } from '../../../ui/values/money.tsx';
import { useAllowSync } from '../product/allow-sync.tsx';
import type { Paying } from '../product/paying.ts';
import { HighestSwitch } from './highest-switch.tsx';
import { MergeModal } from './merge.modal.tsx';
import { useMergingText } from './merging.texts.ts';
import { GroupVariants } from './suggested-group.tsx';
import { SuggestionKinds } from './suggestion-kinds.tsx';

interface BarcodeSuggestionsProps extends Paying {
  readonly useHighest: boolean;
  readonly onUseHighest: (useHighest: boolean) => void;
}

const keyOf = ({ variants }: BarcodeGroup): string => variants.map(({ id }) => id).join('-');

/** SKUs with different codes that share a barcode. Each group is merged by hand: a barcode is no proof. */
export function BarcodeSuggestions({ useHighest, onUseHighest, askPayment }: BarcodeSuggestionsProps) {
  const t = useMergingText();
  const { storeId, can } = useStore();
  const { role } = useUser();
  const allowSync = useAllowSync();
  const [merging, setMerging] = useState<BarcodeGroup | null>(null);
  const list = useList(listMergeableByBarcode, {
    params: { storeId },
    live: ['merges', 'variants'],
    sort: '',
    perPage: suggestionsPageSize,
  });
  const becomes = (group: BarcodeGroup) => (useHighest ? group.highest : group.lowest);
  const columns: readonly Column<BarcodeGroup>[] = [
    {
      key: 'sku',
      title: t('barcode'),
      render: (group) => <Code>{group.shared_barcodes.join(', ')}</Code>,
    },
    {
      key: 'listings',
      title: t('listings'),
      render: (group) => (
        <GroupVariants group={group} becomes={becomes(group)} isStaff={role !== 'member'} withSkus />
      ),
    },
    {
      key: 'becomes',
      title: t('becomes'),
      align: 'right',
      render: (group) => (
        <span className="es-merge-becomes">
          <Count value={becomes(group)} />
        </span>
      ),
    },
    {
      key: 'action',
      title: t('action'),
      render: (group) =>
        can('product.work') && (
          <Button
            size="small"
            aria-label={t('mergeNamed', { sku: group.shared_barcodes.join(', ') })}
            onClick={() => allowSync(() => askPayment(() => setMerging(group)))}
          >
            {t('merge')}
          </Button>
        ),
    },
  ];
  return (
    <>
      <div className="es-suggested-bar">
        <SuggestionKinds kind="barcode" />
        <span className="es-quiet">{t('sameBarcodeHint')}</span>
        <HighestSwitch checked={useHighest} onChange={onUseHighest} />
      </div>
      <DataTable<BarcodeGroup>
        list={list}
        label={t('sameBarcode')}
        rows={list.data?.barcode_groups}
        total={list.data?.total_count}
        columns={columns}
        rowKey={keyOf}
        empty={t('noSameBarcode')}
        card={(group) => (
          <div className="es-merge-card">
            {columns.map(({ key, title, render }) => (
              <div key={key} className={`es-merge-card-${key}`}>
                {key === 'becomes' && <span className="es-quiet">{title}</span>}
                {render(group)}
              </div>
            ))}
          </div>
        )}
      />
      {merging !== null && (
        <MergeModal
          variants={merging.variants}
          from="suggested"
          useHighest={useHighest}
          onClose={() => setMerging(null)}
          onMerged={() => setMerging(null)}
        />
      )}
    </>
  );
}
