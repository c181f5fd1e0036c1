import type { OddChange, QuantityChange } from '@evenstock/contract/catalog/quantity-changes';
import { Table, Tag } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { useStore } from '../../api/store-context.ts';
import { ScrolledTable } from '../pages/scrolled-table.tsx';
import { ShortPager } from '../pages/short-pager.tsx';
import { useUiText } from '../texts/ui.texts.ts';
import { ChannelMark } from '../values/channel-mark.tsx';
import { Code, Count } from '../values/money.tsx';
import './quantity-changes.css';

/** Changes on a page. */
const PER_PAGE = 10;

const odd = { to_zero: 'changeToZero', halved: 'changeHalved', doubled: 'changeDoubled' } as const;

/** What is unusual about a change. */
export function OddChangeTag({ change }: { readonly change: OddChange | null }) {
  const t = useUiText();
  return change === null ? null : (
    <Tag color="warning" className="es-odd-change">
      {t(odd[change])}
    </Tag>
  );
}

interface QuantityChangesProps {
  /** The accessible name of the table. */
  readonly label: string;
  readonly changes: readonly QuantityChange[];
  /** How many changes there are, if not all are listed. */
  readonly total?: number;
}

/** Each quantity that would change, unusual ones first, with what each marketplace would show. */
export function QuantityChanges({ label, changes, total = changes.length }: QuantityChangesProps) {
  const t = useUiText();
  const { storeId } = useStore();
  const [page, setPage] = useState(1);
  if (changes.length === 0) return null;
  const areOfSheet = changes.some(({ row }) => row !== null);
  return (
    <>
      <ScrolledTable label={label}>
        <Table<QuantityChange>
          size="small"
          dataSource={changes.slice((page - 1) * PER_PAGE, page * PER_PAGE)}
          rowKey={({ row, variant }) => row ?? variant.id}
          pagination={false}
          columns={[
            ...(areOfSheet ? [{ key: 'row', title: t('changeRow'), width: 56, dataIndex: 'row' }] : []),
            {
              key: 'variant',
              title: t('changeSku'),
              render: (_, { variant, barcodes: { added, removed } }) => (
                <span className="es-change-sku">
                  <Code>{variant.sku}</Code>
                  <Link to={`/stores/${storeId}/variants/${variant.slug}`} target="_blank">
                    {variant.full_product_name}
                  </Link>
                  {added.length > 0 && <small>{t('barcodesAdded', { codes: added.join(', ') })}</small>}
                  {removed.length > 0 && <small>{t('barcodesRemoved', { codes: removed.join(', ') })}</small>}
                </span>
              ),
            },
            {
              key: 'now',
              title: t('changeNow'),
              align: 'right',
              render: (_, { now }) => <Count value={now} />,
            },
            {
              key: 'then',
              title: t('changeBecomes'),
              align: 'right',
              render: (_, { then, odd: oddity }) => (
                <>
                  <OddChangeTag change={oddity} />
                  <strong>
                    <Count value={then} />
                  </strong>
                </>
              ),
            },
            {
              key: 'shops',
              title: t('changeShops'),
              render: (_, { listings }) => (
                <span className="es-change-shops">
                  {listings.map(({ id, marketplace, after }) => (
                    <span key={id} title={marketplace.name}>
                      <ChannelMark channel={marketplace.channel} /> <Count value={after} />
                    </span>
                  ))}
                </span>
              ),
            },
          ]}
        />
      </ScrolledTable>
      <ShortPager page={page} perPage={PER_PAGE} total={changes.length} onTurn={setPage} />
      {total > changes.length && <p className="es-quiet">{t('changesLargest', { count: changes.length })}</p>}
    </>
  );
}
