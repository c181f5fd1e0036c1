import type { previewStockPlaces } from '@evenstock/contract/stock/stock-places';
import type { UseQueryResult } from '@tanstack/react-query';
import { Table, type TableColumnsType } from 'antd';
import { Link } from 'react-router';
import type { Reply } from '../../../api/call.ts';
import { useStore } from '../../../api/store-context.ts';
import { PageState } from '../../../ui/pages/page-state.tsx';
import { ShortPager } from '../../../ui/pages/short-pager.tsx';
import { useNarrow } from '../../../ui/theme/narrow.ts';
import { Code, Count } from '../../../ui/values/money.tsx';
import { usePlacesText } from './places.texts.ts';

type Preview = Reply<typeof previewStockPlaces>;

interface MovedListingsProps {
  readonly query: UseQueryResult<Preview>;
  readonly page: number;
  readonly onPage: (page: number) => void;
}

/** What becomes of each number when a shop is kept at other places: the quantity, what is there now, and what is written. */
export function MovedListings({ query, page, onPage }: MovedListingsProps) {
  const t = usePlacesText();
  return (
    <section className="es-moved" aria-busy={query.isFetching}>
      <h3>{t('becomes')}</h3>
      <p className="es-quiet">{t('becomesWhy')}</p>
      <PageState query={query} lines={4}>
        {({ listings, total_count: total, per_page: perPage }) =>
          total === 0 ? (
            <p>{t('noListings')}</p>
          ) : (
            <>
              <Rows listings={listings} />
              <ShortPager page={page} perPage={perPage} total={total} onTurn={onPage} />
            </>
          )
        }
      </PageState>
    </section>
  );
}

type Moved = Preview['listings'][number];

function Rows({ listings }: Pick<Preview, 'listings'>) {
  const t = usePlacesText();
  const isNarrow = useNarrow();
  const numbers: TableColumnsType<Moved> = [
    { title: t('has'), align: 'right', render: (_, { quantity }) => <Count value={quantity} /> },
    { title: t('shows'), align: 'right', render: (_, moved) => <Shown moved={moved} /> },
    { title: t('written'), align: 'right', render: (_, moved) => <Written moved={moved} /> },
  ];
  return (
    <Table<Moved>
      rowKey="listing_id"
      size="small"
      pagination={false}
      dataSource={[...listings]}
      columns={[
        {
          title: t('sku'),
          render: (_, moved) => (
            <>
              <Named moved={moved} />
              {isNarrow && <InWords moved={moved} />}
            </>
          ),
        },
        ...(isNarrow ? [] : numbers),
      ]}
    />
  );
}

interface MovedProps {
  readonly moved: Moved;
}

function Named({ moved: { sku, name, variant_slug: slug } }: MovedProps) {
  const { storeId } = useStore();
  return (
    <div className="es-moved-sku">
      {sku !== null && <Code>{sku}</Code>}
      <Link to={`/stores/${storeId}/variants/${slug}`} target="_blank">
        {name}
      </Link>
    </div>
  );
}

/** The three numbers under the name, where there is no room for columns. */
function InWords({ moved }: MovedProps) {
  const t = usePlacesText();
  const lines = [
    { label: t('has'), value: <Count value={moved.quantity} /> },
    { label: t('shows'), value: <Shown moved={moved} /> },
    { label: t('written'), value: <Written moved={moved} /> },
  ];
  return (
    <dl className="es-moved-lines">
      {lines.map(({ label, value }) => (
        <div key={label}>
          <dt className="es-quiet">{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Shown({ moved: { shown } }: MovedProps) {
  const t = usePlacesText();
  return shown === null ? <span className="es-quiet">{t('notThere')}</span> : <Count value={shown} />;
}

function Written({ moved: { shown, written } }: MovedProps) {
  const t = usePlacesText();
  if (written === null) return <span className="es-quiet">{t('notWritten')}</span>;
  return (
    <span className={written === shown ? 'es-quiet' : 'es-moved-differs'}>
      <Count value={written} />
    </span>
  );
}
