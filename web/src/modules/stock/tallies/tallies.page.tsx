import { listTallies, tallyKind, tallyState, type TallyRow } from '@evenstock/contract/stock/tallies';
import { Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { useStore } from '../../../api/store-context.ts';
import { DataTable, type Column } from '../../../ui/lists/data-table.tsx';
import { useList } from '../../../ui/lists/list.ts';
import { LiveIndicator } from '../../../ui/pages/live-indicator.tsx';
import { PageHeader } from '../../../ui/pages/page-header.tsx';
import { StateTag } from '../../../ui/values/state-tag.tsx';
import { Time } from '../../../ui/values/time.tsx';
import { keptScans } from './kept-scans.ts';
import { StartTally } from './start-tally.modal.tsx';
import './tallies.css';
import { useTallyText } from './tallies.texts.ts';

/** The stock counts and receipts of a store. */
export default function TalliesPage() {
  const t = useTallyText();
  const { storeId, can } = useStore();
  const list = useList(listTallies, {
    params: { storeId },
    live: ['stock_tallies'],
    sort: '',
    filters: [
      {
        kind: 'choice',
        name: 'kind_eq',
        label: t('kind'),
        options: tallyKind.options.map((value) => ({ value, label: t(value) })),
      },
      {
        kind: 'choice',
        name: 'state_eq',
        label: t('state'),
        options: tallyState.options.map((value) => ({ value, label: t(`state_${value}`) })),
      },
    ],
  });
  return (
    <>
      <PageHeader
        title={t('title')}
        trail={[{ label: t('products'), to: `/stores/${storeId}/products` }]}
        aside={<LiveIndicator />}
        subtitle={t('hint')}
        actions={can('stock.work') ? <StartButtons /> : undefined}
      />
      <DataTable<TallyRow>
        list={list}
        label={t('title')}
        rows={list.data?.tallies}
        total={list.data?.total_count}
        columns={useColumns()}
        rowKey={({ id }) => id}
        rowHref={({ id }) => tallyAddress(storeId, id)}
        empty={t('none')}
        card={(row) => <TallyCard row={row} />}
      />
    </>
  );
}

const tallyAddress = (storeId: string, id: number): string =>
  `/stores/${storeId}/products/stock_tallies/${String(id)}`;

function StartButtons() {
  const t = useTallyText();
  const [kind, setKind] = useState<TallyRow['kind'] | null>(null);
  return (
    <>
      <Button onClick={() => setKind('receipt')}>{t('startReceipt')}</Button>
      <Button type="primary" onClick={() => setKind('count')}>
        {t('startCount')}
      </Button>
      {kind !== null && <StartTally kind={kind} variantIds={[]} onClose={() => setKind(null)} />}
    </>
  );
}

const colours = { open: 'blue', applied: 'green', discarded: 'grey' } as const;
const glyphs = { open: 'clock', applied: 'check', discarded: 'cross' } as const;

export function TallyState({ state }: Pick<TallyRow, 'state'>) {
  const t = useTallyText();
  return (
    <StateTag colour={colours[state]} glyph={glyphs[state]}>
      {t(`state_${state}`)}
    </StateTag>
  );
}

function What({ row: { id, kind, reference, note, state } }: { readonly row: TallyRow }) {
  const t = useTallyText();
  const { storeId } = useStore();
  const waiting = keptScans(localStorage, id).length;
  const named = [reference, note].filter((text) => text !== null).join(' · ');
  return (
    <>
      <Link to={tallyAddress(storeId, id)}>
        {t(kind === 'count' ? 'countNumber' : 'receiptNumber', { id })}
      </Link>
      {named !== '' && <small className="es-cell-sub">{named}</small>}
      {waiting > 0 && state === 'open' && (
        <small className="es-cell-sub es-error">{t('keptHere', { count: waiting })}</small>
      )}
    </>
  );
}

function When({ at, by }: { readonly at: string | null; readonly by: TallyRow['created_by'] }) {
  const t = useTallyText();
  if (at === null) return <span className="es-quiet">–</span>;
  return (
    <>
      <Time at={at} />
      {by !== null && <small className="es-cell-sub">{t('by', { email: by.email })}</small>}
    </>
  );
}

function useColumns(): readonly Column<TallyRow>[] {
  const t = useTallyText();
  return [
    { key: 'what', title: t('kind'), render: (row) => <What row={row} /> },
    { key: 'state', title: t('state'), render: ({ state }) => <TallyState state={state} /> },
    {
      key: 'started',
      title: t('started'),
      render: (row) => <When at={row.created_at} by={row.created_by} />,
    },
    { key: 'scanned', title: t('lastScan'), render: (row) => <When at={row.scanned_at} by={null} /> },
    { key: 'ended', title: t('ended'), render: (row) => <When at={row.closed_at} by={row.closed_by} /> },
  ];
}

function TallyCard({ row }: { readonly row: TallyRow }) {
  return (
    <div className="es-tally-card">
      <div>
        <What row={row} />
      </div>
      <TallyState state={row.state} />
      <div>
        <When at={row.created_at} by={row.created_by} />
      </div>
    </div>
  );
}
