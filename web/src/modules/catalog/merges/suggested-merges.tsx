import {
  listMergeable,
  listRemovedMergeable,
  mergeSuggestions,
  removeSuggestions,
  suggestionsPageSize,
  type SuggestionChoice,
  type VariantGroup,
} from '@evenstock/contract/catalog/suggested-merges';
import { Button } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { describeFailure, failureOf } from '../../../api/failure.ts';
import { useWrite } from '../../../api/queries.ts';
import { useUser } from '../../../api/session.ts';
import { useStore } from '../../../api/store-context.ts';
import { useConfirm } from '../../../ui/dialogs/confirm.tsx';
import { DataTable, type Column } from '../../../ui/lists/data-table.tsx';
import { useList } from '../../../ui/lists/list.ts';
import { Code, Count } from '../../../ui/values/money.tsx';
import { notifyFailure } from '../../../ui/pages/notices.ts';
import { message } from '../../../ui/dialogs/overlays.ts';
import { useSelection } from '../../../ui/lists/selection.ts';
import { useAllowSync } from '../product/allow-sync.tsx';
import { HighestSwitch } from './highest-switch.tsx';
import { MassMergeDialog } from './mass-merge.dialog.tsx';
import { MergeModal } from './merge.modal.tsx';
import { useMergingText } from './merging.texts.ts';
import type { Paying } from '../product/paying.ts';
import { BarcodeSuggestions } from './barcode-suggestions.tsx';
import { BarcodeVerdict, GroupVariants } from './suggested-group.tsx';
import { SuggestionKinds } from './suggestion-kinds.tsx';

const skuOf = ({ sku }: VariantGroup) => sku;

/** SKUs that share a code: merge one group or several, or dismiss suggestions permanently. */
export function SuggestedMerges({ askPayment }: Paying) {
  const [search] = useSearchParams();
  const isRemoved = search.get('removed') === 'true';
  const [useHighest, setUseHighest] = useState(true);
  if (search.get('by') === 'barcode') {
    return (
      <BarcodeSuggestions useHighest={useHighest} onUseHighest={setUseHighest} askPayment={askPayment} />
    );
  }
  // The selection of one list does not apply to the other, also after Back.
  return (
    <Suggestions
      key={String(isRemoved)}
      isRemoved={isRemoved}
      useHighest={useHighest}
      onUseHighest={setUseHighest}
      askPayment={askPayment}
    />
  );
}

interface SuggestionsProps extends Paying {
  readonly isRemoved: boolean;
  readonly useHighest: boolean;
  readonly onUseHighest: (useHighest: boolean) => void;
}

function Suggestions({ isRemoved, useHighest, onUseHighest, askPayment }: SuggestionsProps) {
  const t = useMergingText();
  const { storeId, can } = useStore();
  const [merging, setMerging] = useState<VariantGroup | null>(null);
  const [many, setMany] = useState<SuggestionChoice | null>(null);
  const list = useList(isRemoved ? listRemovedMergeable : listMergeable, {
    params: { storeId },
    live: ['merges', 'variants'],
    sort: '',
    perPage: suggestionsPageSize,
  });
  const rows = list.data?.variant_groups;
  const total = list.data?.total_skus;
  const { chosen, selection, clear } = useSelection(list, { rows, total }, skuOf);
  const act = useSuggestionActions(askPayment, clear);
  const mayWork = can('product.work');
  const columns = useGroupColumns(useHighest, {
    merge: mayWork ? (group) => act.before(() => setMerging(group)) : null,
    remove: mayWork && !isRemoved ? (group) => act.remove([group.sku]) : null,
  });
  const skus = chosen.rows.map(skuOf);
  const isAll = chosen.matching !== null;
  const all = isRemoved ? 'removed' : 'active';
  return (
    <>
      <div className="es-suggested-bar">
        <SuggestionKinds kind={isRemoved ? 'removed' : 'active'} onLeave={clear} />
        {total !== undefined && !list.stale && (
          <span className="es-quiet">{t('suggestionsCount', { count: total })}</span>
        )}
        <HighestSwitch checked={useHighest} onChange={onUseHighest} />
      </div>
      <DataTable<VariantGroup>
        list={list}
        label={t('suggestions')}
        rows={rows}
        total={total}
        columns={columns}
        rowKey={skuOf}
        empty={isRemoved ? t('noRemoved') : t('noSuggestions')}
        card={(group) => <GroupCard group={group} columns={columns} />}
        {...(mayWork
          ? {
              selection: {
                ...selection,
                actions: (
                  <>
                    <Button onClick={() => act.before(() => setMany(isAll ? { all } : { skus }))}>
                      {t('mergeMany', { count: chosen.count })}
                    </Button>
                    {!isRemoved && !isAll && (
                      <Button onClick={() => act.remove(skus)}>
                        {t('removeMany', { count: skus.length })}
                      </Button>
                    )}
                  </>
                ),
              },
            }
          : {})}
      />
      {many !== null && (
        <MergeMany
          choice={many}
          count={chosen.count}
          useHighest={useHighest}
          onClose={() => setMany(null)}
          onStarted={() => {
            setMany(null);
            clear();
          }}
        />
      )}
      {merging !== null && (
        <MergeModal
          variants={merging.variants}
          from="suggested"
          useHighest={useHighest}
          onClose={() => setMerging(null)}
          onMerged={() => {
            setMerging(null);
            clear();
          }}
        />
      )}
    </>
  );
}

interface MergeManyProps {
  readonly choice: SuggestionChoice;
  readonly count: number;
  readonly useHighest: boolean;
  readonly onStarted: () => void;
  readonly onClose: () => void;
}

function MergeMany({ choice, count, useHighest, onStarted, onClose }: MergeManyProps) {
  const t = useMergingText();
  const { storeId } = useStore();
  const merge = useWrite(mergeSuggestions, ['merges']);
  return (
    <MassMergeDialog
      title={t('mergeManyConfirm', { count })}
      choice={choice}
      ok={(_variants, codes) => t('mergeMany', { count: codes })}
      highestAtFirst={useHighest}
      isPending={merge.isPending}
      onClose={onClose}
      start={(confirmed, onRefused) =>
        merge.mutate(
          { params: { storeId }, body: { ...choice, ...confirmed } },
          {
            onSuccess: () => {
              message.success(t('mergeLater'));
              onStarted();
            },
            onError: (thrown) => {
              const reason = describeFailure(failureOf(thrown));
              onRefused(reason === null ? t('suggestedFailed') : t('suggestedFailedBecause', { reason }));
            },
          },
        )
      }
    >
      {() => <p>{t('mergeManyText')}</p>}
    </MassMergeDialog>
  );
}

/** Dismisses suggestions by code, and asks what must be asked before a merge. */
function useSuggestionActions(askPayment: Paying['askPayment'], done: () => void) {
  const t = useMergingText();
  const { storeId } = useStore();
  const confirm = useConfirm();
  const allowSync = useAllowSync();
  const remove = useWrite(removeSuggestions, ['merges']);
  const before = (go: () => void) => allowSync(() => askPayment(go));

  async function removeNow(skus: readonly string[]): Promise<void> {
    try {
      await remove.mutateAsync({ params: { storeId }, body: { skus: [...skus] } });
      message.success(t('suggestionsRemoved'));
      done();
    } catch (thrown) {
      notifyFailure(thrown, t('removeFailed'));
    }
  }

  return {
    before,
    remove: (skus: readonly string[]) =>
      confirm({
        title: t('removeConfirm', { count: skus.length }),
        content: t('removeText'),
        ok: t('removeMany', { count: skus.length }),
        danger: true,
        onOk: () => removeNow(skus),
      }),
  };
}

interface GroupActions {
  readonly merge: ((group: VariantGroup) => void) | null;
  readonly remove: ((group: VariantGroup) => void) | null;
}

function useGroupColumns(
  useHighest: boolean,
  { merge, remove }: GroupActions,
): readonly Column<VariantGroup>[] {
  const t = useMergingText();
  const { role } = useUser();
  const becomes = (group: VariantGroup) => (useHighest ? group.highest : group.lowest);
  const isStaff = role !== 'member';
  return [
    {
      key: 'sku',
      title: t('sku'),
      render: (group) => (
        <>
          <Code>{group.sku}</Code> <BarcodeVerdict group={group} />
        </>
      ),
    },
    {
      key: 'listings',
      title: t('listings'),
      render: (group) => <GroupVariants group={group} becomes={becomes(group)} isStaff={isStaff} />,
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
      render: (group) => (
        <span className="es-merge-actions">
          {merge !== null && (
            <Button
              size="small"
              aria-label={t('mergeNamed', { sku: group.sku })}
              onClick={() => merge(group)}
            >
              {t('merge')}
            </Button>
          )}
          {remove !== null && (
            <Button
              size="small"
              type="text"
              aria-label={t('removeNamed', { name: group.sku })}
              onClick={() => remove(group)}
            >
              {t('remove')}
            </Button>
          )}
        </span>
      ),
    },
  ];
}

interface GroupCardProps {
  readonly group: VariantGroup;
  readonly columns: readonly Column<VariantGroup>[];
}

/** A group on a phone: the same cells, one below the other. */
function GroupCard({ group, columns }: GroupCardProps) {
  return (
    <div className="es-merge-card">
      {columns.map(({ key, title, render }) => (
        <div key={key} className={`es-merge-card-${key}`}>
          {key === 'becomes' && <span className="es-quiet">{title}</span>}
          {render(group)}
        </div>
      ))}
    </div>
  );
}
