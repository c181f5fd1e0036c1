import type { ListedChange, MassUpdate } from '@evenstock/contract/spreadsheets/spreadsheets';
import { Table, Tag } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { useStore } from '../../api/store-context.ts';
import { ShortPager } from '../../ui/pages/short-pager.tsx';
import { ChannelMark } from '../../ui/values/channel-mark.tsx';
import { Code, Count } from '../../ui/values/money.tsx';
import { ScrolledTable } from './scrolled-table.tsx';
import { useSpreadsheetsText } from './spreadsheets.texts.ts';

/** Changes on a page. */
const PER_PAGE = 10;

const odd = { to_zero: 'toZero', halved: 'halved', doubled: 'doubled' } as const;

/** Each quantity that a sheet would change, unusual ones first, with what each marketplace would show. */
export function SheetChanges({ report }: { readonly report: MassUpdate }) {
  const t = useSpreadsheetsText();
  const { storeId } = useStore();
  const { listed, changes } = report;
  const [page, setPage] = useState(1);
  if (listed.length === 0) return null;
  return (
    <>
      <ScrolledTable label={t('changes', { count: changes })}>
        <Table<ListedChange>
          size="small"
          className="es-sheet-changes"
          dataSource={listed.slice((page - 1) * PER_PAGE, page * PER_PAGE)}
          rowKey={({ row }) => row}
          pagination={false}
          columns={[
            { key: 'row', title: t('row'), width: 56, dataIndex: 'row' },
            {
              key: 'variant',
              title: t('product'),
              render: (_, { variant }) => (
                <span className="es-sheet-sku">
                  <Code>{variant.sku}</Code>
                  <Link to={`/stores/${storeId}/variants/${variant.slug}`} target="_blank">
                    {variant.full_product_name}
                  </Link>
                </span>
              ),
            },
            { key: 'now', title: t('now'), align: 'right', render: (_, { now }) => <Count value={now} /> },
            {
              key: 'then',
              title: t('becomes'),
              align: 'right',
              render: (_, { then, odd: oddity }) => (
                <>
                  {oddity !== null && <Tag color="warning">{t(odd[oddity])}</Tag>}
                  <strong>
                    <Count value={then} />
                  </strong>
                </>
              ),
            },
            {
              key: 'shops',
              title: t('shopsShow'),
              render: (_, { listings }) => (
                <span className="es-sheet-shops">
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
      <ShortPager page={page} perPage={PER_PAGE} total={listed.length} onTurn={setPage} />
      {changes > listed.length && <p className="es-quiet">{t('largestListed', { count: listed.length })}</p>}
    </>
  );
}
