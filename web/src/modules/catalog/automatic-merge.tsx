import { automerge, type previewAutomerge } from '@evenstock/contract/merges';
import { Button, Empty } from 'antd';
import { useState } from 'react';
import type { Reply } from '../../api/call.ts';
import { useWrite } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import { notifyFailure } from '../../ui/notices.ts';
import { message } from '../../ui/overlays.ts';
import { Panel } from '../../ui/panel.tsx';
import { useAllowSync } from './allow-sync.tsx';
import { useCatalogText } from './catalog.texts.ts';
import { HighestSwitch } from './highest-switch.tsx';
import { MergeTable } from './merge-table.tsx';
import type { Paying } from './paying.ts';

type Preview = Reply<typeof previewAutomerge>;

/** The SKUs that an automatic merge would merge, and the button that starts it. */
export function AutomaticMerge({ preview, askPayment }: Paying & { readonly preview: Preview }) {
  const t = useCatalogText();
  const [useHighest, setUseHighest] = useState(true);
  const isRunning = preview.last_run?.state === 'running';
  return (
    <>
      <Panel
        title={t('groups', { count: preview.groups_count })}
        hint={t('groupsListings', { count: preview.listings_count })}
        action={
          preview.groups_count > 0 && (
            <MergeAll
              count={preview.groups_count}
              useHighest={useHighest}
              isRunning={isRunning}
              askPayment={askPayment}
            />
          )
        }
        flush
      >
        <div className="es-panel-body es-merge-choice">
          <p className="es-quiet">{t('automaticHint')}</p>
          <HighestSwitch checked={useHighest} onChange={setUseHighest} />
        </div>
        {preview.groups.length === 0 ? (
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('nothingToMerge')} />
        ) : (
          <MergeTable groups={preview.groups} useHighest={useHighest} />
        )}
      </Panel>
      {preview.groups.length < preview.groups_count && (
        <p className="es-quiet">{t('showingFirst', { count: preview.groups.length })}</p>
      )}
    </>
  );
}

interface MergeAllProps extends Paying {
  readonly count: number;
  readonly useHighest: boolean;
  readonly isRunning: boolean;
}

function MergeAll({ count, useHighest, isRunning, askPayment }: MergeAllProps) {
  const t = useCatalogText();
  const { storeId, can } = useStore();
  const confirm = useConfirm();
  const allowSync = useAllowSync();
  const start = useWrite(automerge, ['merges']);
  if (!can('product.work')) return null;
  const go = async () => {
    try {
      await start.mutateAsync({ params: { storeId }, body: { is_using_highest_qty: useHighest } });
      message.success(t('mergeStarted'));
    } catch (thrown) {
      notifyFailure(thrown, t('mergeFailed'), (reason) => t('mergeFailedBecause', { reason }));
    }
  };
  const ask = () =>
    confirm({
      title: t('mergeConfirm', { count }),
      content: t('mergeConfirmText'),
      ok: t('mergeAll', { count }),
      onOk: go,
    });
  return (
    <Button
      type="primary"
      loading={isRunning || start.isPending}
      onClick={() => allowSync(() => askPayment(ask))}
    >
      {t('mergeAll', { count })}
    </Button>
  );
}
