import { automerge, type previewAutomerge } from '@evenstock/contract/catalog/merges';
import { Button, Empty, Skeleton } from 'antd';
import { useState } from 'react';
import type { Reply } from '../../../api/call.ts';
import { describeFailure, failureOf } from '../../../api/failure.ts';
import { useWrite } from '../../../api/queries.ts';
import { useStore } from '../../../api/store-context.ts';
import { message } from '../../../ui/dialogs/overlays.ts';
import { Panel } from '../../../ui/pages/panel.tsx';
import { Retry } from '../../../ui/pages/retry.tsx';
import { useAllowSync } from '../product/allow-sync.tsx';
import { useCatalogText } from '../product/catalog.texts.ts';
import { HighestSwitch } from './highest-switch.tsx';
import { MassMergeDialog } from './mass-merge.dialog.tsx';
import { useMergePreview } from './merge-preview.ts';
import { MergePages } from './merge-table.tsx';
import type { Paying } from '../product/paying.ts';

type Preview = Reply<typeof previewAutomerge>;

const every = { every: true } as const;

/** The SKUs that an automatic merge would merge, and the button that starts it. */
export function AutomaticMerge({ preview, askPayment }: Paying & { readonly preview: Preview }) {
  const t = useCatalogText();
  const [useHighest, setUseHighest] = useState(true);
  const pages = useMergePreview(every, true);
  const isRunning = preview.last_run?.state === 'running';
  return (
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
      {pages.preview !== undefined && pages.preview.count > 0 && (
        <MergePages
          preview={pages.preview}
          isCurrent={pages.isCurrent}
          useHighest={useHighest}
          onPage={pages.setPage}
        />
      )}
      {pages.preview?.count === 0 && (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('nothingToMerge')} />
      )}
      {pages.preview === undefined && pages.error === null && (
        <div className="es-panel-body">
          <Skeleton active title={false} />
        </div>
      )}
      {pages.preview === undefined && pages.error !== null && (
        <Retry failure={failureOf(pages.error)} onRetry={pages.lookAgain} />
      )}
    </Panel>
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
  const allowSync = useAllowSync();
  const [isOpen, setOpen] = useState(false);
  const start = useWrite(automerge, ['merges']);
  if (!can('product.work')) return null;
  return (
    <>
      <Button
        type="primary"
        loading={isRunning}
        onClick={() => allowSync(() => askPayment(() => setOpen(true)))}
      >
        {t('mergeAll', { count })}
      </Button>
      {isOpen && (
        <MassMergeDialog
          title={t('mergeConfirm', { count })}
          choice={every}
          ok={(_variants, codes) => t('mergeAll', { count: codes })}
          highestAtFirst={useHighest}
          isPending={start.isPending}
          onClose={() => setOpen(false)}
          start={(confirmed, onRefused) =>
            start.mutate(
              { params: { storeId }, body: confirmed },
              {
                onSuccess: () => {
                  message.success(t('mergeStarted'));
                  setOpen(false);
                },
                onError: (thrown) => {
                  const reason = describeFailure(failureOf(thrown));
                  onRefused(reason === null ? t('mergeFailed') : t('mergeFailedBecause', { reason }));
                },
              },
            )
          }
        >
          {() => <p>{t('mergeConfirmText')}</p>}
        </MassMergeDialog>
      )}
    </>
  );
}
