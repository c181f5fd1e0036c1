import { previewAutomerge } from '@evenstock/contract/catalog/merges';
import { Alert, Progress, Skeleton, Tabs } from 'antd';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import type { Reply } from '../../api/call.ts';
import { failureOf } from '../../api/failure.ts';
import { useCall } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { useMessagesText } from '../../i18n/message-text.ts';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { Panel } from '../../ui/pages/panel.tsx';
import { Retry } from '../../ui/pages/retry.tsx';
import { Time } from '../../ui/values/time.tsx';
import { AutomaticMerge } from './merges/automatic-merge.tsx';
import './product/catalog.css';
import { useCatalogText } from './product/catalog.texts.ts';
import { ManualMerge } from './merges/manual-merge.tsx';
import './merges/merging.css';
import { useMergingText } from './merges/merging.texts.ts';
import type { Paying } from './product/paying.ts';
import { SuggestedMerges } from './merges/suggested-merges.tsx';

type Preview = Reply<typeof previewAutomerge>;

interface RunActions {
  /** The actions for a merge operation by its id: cancel it, or retry its failed rows. */
  readonly runActions: (id: number) => ReactNode;
}

const tabs = ['automatic', 'manual', 'suggested'] as const;

/** Automatic merging, merging by hand and by suggestion. The tab is in the address. */
export function MergeInventoryPage({ askPayment, runActions }: Paying & RunActions) {
  const t = useCatalogText();
  const tm = useMergingText();
  const { storeId } = useStore();
  const [search, setSearch] = useSearchParams();
  const { data, error, refetch, isFetching } = useCall(
    previewAutomerge,
    { params: { storeId } },
    { live: ['merges', 'variants'] },
  );
  const tab = tabs.find((key) => key === search.get('tab')) ?? 'automatic';
  const labels = { automatic: t('automatic'), manual: tm('manual'), suggested: tm('suggested') };
  return (
    <>
      <PageHeader
        title={t('mergeInventory')}
        trail={[{ label: t('products'), to: `/stores/${storeId}/products` }]}
        subtitle={t('mergeLead')}
      />
      <Tabs
        activeKey={tab}
        onChange={(key) => setSearch(key === 'automatic' ? {} : { tab: key })}
        items={tabs.map((key) => ({ key, label: labels[key] }))}
      />
      {tab !== 'manual' && data !== undefined && <LastRun run={data.last_run} runActions={runActions} />}
      {tab === 'manual' && <ManualMerge askPayment={askPayment} />}
      {tab === 'suggested' && <SuggestedMerges askPayment={askPayment} />}
      {tab === 'automatic' && data !== undefined && <AutomaticMerge preview={data} askPayment={askPayment} />}
      {tab === 'automatic' && data === undefined && error === null && (
        <Skeleton active paragraph={{ rows: 6 }} />
      )}
      {tab === 'automatic' && data === undefined && error !== null && (
        <Retry failure={failureOf(error)} onRetry={() => void refetch()} loading={isFetching} />
      )}
    </>
  );
}

const outcomes = {
  done: { type: 'success', title: 'mergedSuccessfully' },
  partly: { type: 'warning', title: 'mergedPartly' },
  failed: { type: 'error', title: 'runFailed' },
  cancelled: { type: 'warning', title: 'runCancelled' },
} as const;

/** The state of the newest merge in the background. */
function LastRun({ run, runActions }: RunActions & { readonly run: Preview['last_run'] }) {
  const t = useCatalogText();
  const messagesText = useMessagesText();
  if (run === null) return null;
  if (run.state === 'running') {
    return (
      <div role="status">
        <Panel title={t('runRunning', { done: run.done, total: run.total })} action={runActions(run.id)}>
          <Progress
            percent={run.total === 0 ? 0 : Math.floor((100 * run.done) / run.total)}
            status="active"
            aria-label={t('runRunning', { done: run.done, total: run.total })}
          />
        </Panel>
      </div>
    );
  }
  const outcome = outcomes[run.state === 'done' && run.failed > 0 ? 'partly' : run.state];
  const failures = run.failed > 0 ? t('runFailures', { count: run.failed }) : null;
  return (
    <Alert
      className="es-last-run"
      showIcon
      type={outcome.type}
      title={t(outcome.title)}
      action={runActions(run.id)}
      description={
        <>
          {t('runDone', { done: run.done, total: run.total })} <Time at={run.finished_at} relative="only" />.{' '}
          {run.error === null ? failures : messagesText(run.error_messages, run.error)}
        </>
      }
    />
  );
}
