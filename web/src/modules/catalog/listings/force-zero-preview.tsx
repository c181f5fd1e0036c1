import { massForceZero, mostForeseen, previewMassForceZero } from '@evenstock/contract/catalog/force-zero';
import type { CallReply } from '@evenstock/contract/api/endpoint';
import { Alert, Button, Skeleton, Table } from 'antd';
import { useState } from 'react';
import { describeFailure, failureOf, type Failure } from '../../../api/failure.ts';
import { useCall, useWrite } from '../../../api/queries.ts';
import { useStore } from '../../../api/store-context.ts';
import { useMessageText } from '../../../i18n/message-text.ts';
import { ActDialog } from '../../../ui/dialogs/act-dialog.tsx';
import { Retry } from '../../../ui/pages/retry.tsx';
import { ScrolledTable } from '../../../ui/pages/scrolled-table.tsx';
import { ShortPager } from '../../../ui/pages/short-pager.tsx';
import { MarketplaceName } from '../../../ui/values/channel-mark.tsx';
import { Code, Count } from '../../../ui/values/money.tsx';
import { Time } from '../../../ui/values/time.tsx';
import { useForceZeroText } from './force-zero.texts.ts';

/** What was filled in: instants, and ids on lines of their own. */
export interface AskedForceZero {
  readonly force_zero_qty_from: string | null;
  readonly force_zero_qty_to: string | null;
  readonly marketplace_item_ids: string;
}

interface ForceZeroPreviewProps {
  readonly asked: AskedForceZero;
  readonly onDone: (count: number) => void;
  readonly onFailed: (failure: Failure) => void;
  readonly onClose: () => void;
}

/** The listings that would show 0, or whose dates would be removed; and the ids that no listing has. */
export function ForceZeroPreview({ asked, onDone, onFailed, onClose }: ForceZeroPreviewProps) {
  const t = useForceZeroText();
  const { storeId } = useStore();
  const preview = useCall(
    previewMassForceZero,
    { params: { storeId }, body: { variant_listing: asked } },
    { staleTime: 0 },
  );
  const schedule = useWrite(massForceZero, ['variants', 'operations']);
  const found = preview.data?.force_zero_preview;
  const count = found?.count ?? 0;
  const { force_zero_qty_from: from, force_zero_qty_to: to } = asked;
  const isRemoval = from === null;
  const problem = schedule.error === null ? null : failureOf(schedule.error);
  return (
    <ActDialog
      title={isRemoval ? t('removeTitle') : t('setTitle')}
      ok={t(isRemoval ? 'remove' : 'set', { count })}
      danger={!isRemoval}
      disabled={found === undefined || preview.isFetching || count === 0}
      isPending={schedule.isPending}
      width={720}
      onClose={onClose}
      onOk={() =>
        schedule.mutate(
          { params: { storeId }, body: { variant_listing: asked, expected_count: count } },
          {
            onSuccess: (done) => onDone(done.count),
            onError: (thrown) => {
              const failure = failureOf(thrown);
              if (failure.kind === 'fields') onFailed(failure);
            },
          },
        )
      }
    >
      {problem !== null && (
        <Alert
          type="error"
          role="alert"
          title={describeFailure(problem)}
          action={
            <Button
              size="small"
              onClick={() => {
                schedule.reset();
                void preview.refetch();
              }}
            >
              {t('lookAgain')}
            </Button>
          }
        />
      )}
      {found !== undefined ? (
        <>
          <p>
            {from === null || to === null ? (
              t('removed', { count })
            ) : (
              <>
                {t('shown', { count })} <Time at={from} /> – <Time at={to} />
              </>
            )}
          </p>
          {found.scheduled > 0 && !isRemoval && <p>{t('replaced', { count: found.scheduled })}</p>}
          {found.unknown_ids.length > 0 && (
            <Alert
              type="warning"
              role="status"
              title={t('unknown', { count: found.unknown_ids.length, ids: listed(found.unknown_ids) })}
            />
          )}
          <ForeseenListings listings={found.listings} count={count} />
        </>
      ) : preview.error === null ? (
        <Skeleton active title={false} />
      ) : (
        <Retry failure={failureOf(preview.error)} onRetry={() => void preview.refetch()} />
      )}
    </ActDialog>
  );
}

const mostIds = 50;
const listed = (ids: readonly string[]): string =>
  ids.length > mostIds ? `${ids.slice(0, mostIds).join(', ')} …` : ids.join(', ');

type Foreseen = CallReply<typeof previewMassForceZero>['force_zero_preview']['listings'][number];

const PER_PAGE = 10;

function ForeseenListings({
  listings,
  count,
}: {
  readonly listings: readonly Foreseen[];
  readonly count: number;
}) {
  const t = useForceZeroText();
  const messageText = useMessageText();
  const [page, setPage] = useState(1);
  if (listings.length === 0) return null;
  return (
    <>
      <ScrolledTable label={t('listings')}>
        <Table<Foreseen>
          size="small"
          dataSource={listings.slice((page - 1) * PER_PAGE, page * PER_PAGE)}
          rowKey={({ id }) => id}
          pagination={false}
          columns={[
            {
              key: 'marketplace',
              title: t('marketplace'),
              render: (_, { marketplace }) => <MarketplaceName marketplace={marketplace} />,
            },
            {
              key: 'listing',
              title: t('listing'),
              render: (_, { sku, name, held_because: held }) => (
                <span className="es-change-sku">
                  <Code>{sku}</Code>
                  <span>{name}</span>
                  {held !== null && <small className="es-cell-sub">{messageText(held)}</small>}
                </span>
              ),
            },
            {
              key: 'item',
              title: t('itemId'),
              render: (_, { marketplace_item_id: itemId }) => <Code>{itemId}</Code>,
            },
            {
              key: 'quantity',
              title: t('now'),
              align: 'right',
              render: (_, { quantity }) => <Count value={quantity} />,
            },
          ]}
        />
      </ScrolledTable>
      <ShortPager page={page} perPage={PER_PAGE} total={listings.length} onTurn={setPage} />
      {count > mostForeseen && <p className="es-quiet">{t('firstOnly', { count: mostForeseen })}</p>}
    </>
  );
}
