import { automerge, type previewAutomerge } from '@evenstock/contract/merges';
import { Button, Empty } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Reply } from '../../api/call.ts';
import { useWrite } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { ChannelMark } from '../../ui/channel-mark.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { Code, Count } from '../../ui/money.tsx';
import { useNarrow } from '../../ui/narrow.ts';
import { notifyFailure } from '../../ui/notices.ts';
import { message } from '../../ui/overlays.ts';
import { Panel } from '../../ui/panel.tsx';
import { useAllowSync } from './allow-sync.tsx';
import { useCatalogText } from './catalog.texts.ts';
import { HighestSwitch } from './highest-switch.tsx';
import type { Paying } from './paying.ts';

type Preview = Reply<typeof previewAutomerge>;
type Group = Preview['groups'][number];

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

interface MergeTableProps {
  readonly groups: readonly Group[];
  readonly useHighest: boolean;
}

/** Each SKU's listings with their current quantities, and the quantity after the merge. */
function MergeTable({ groups, useHighest }: MergeTableProps) {
  const t = useCatalogText();
  const narrow = useNarrow();
  return (
    <table className="es-merge">
      <thead>
        <tr>
          {!narrow && <th scope="col">{t('sku')}</th>}
          <th scope="col">{t('listing')}</th>
          <th scope="col" className="es-right">
            {t('quantityNowColumn')}
          </th>
          <th scope="col" className="es-right">
            {t('becomes')}
          </th>
        </tr>
      </thead>
      {groups.map((group) => (
        <MergeGroup key={group.sku} group={group} becomes={useHighest ? group.highest : group.lowest} />
      ))}
    </table>
  );
}

function MergeGroup({ group, becomes }: { readonly group: Group; readonly becomes: number }) {
  const { storeId } = useStore();
  const narrow = useNarrow();
  const sku = <Code>{group.sku}</Code>;
  return (
    <tbody>
      {group.variants.map((variant, place) => (
        <tr key={variant.id}>
          {!narrow && <td>{place === 0 && sku}</td>}
          <td>
            {narrow && place === 0 && <div>{sku}</div>}
            <span className="es-merge-name">
              {variant.marketplaces.map((marketplace) => (
                <ChannelMark key={marketplace.id} channel={marketplace.channel} />
              ))}
              <Link to={`/stores/${storeId}/variants/${variant.slug}`}>{variant.full_product_name}</Link>
            </span>
          </td>
          <td className="es-right">
            <span className={variant.quantity === becomes ? 'es-quiet' : 'es-differs'}>
              <Count value={variant.quantity} />
            </span>
          </td>
          {place === 0 && (
            <td className="es-right es-merge-becomes" rowSpan={group.variants.length}>
              <Count value={becomes} />
            </td>
          )}
        </tr>
      ))}
    </tbody>
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
