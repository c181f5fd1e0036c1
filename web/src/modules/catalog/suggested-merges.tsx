import {
  countRemovedSuggestions,
  listMergeable,
  listRemovedMergeable,
  mergeSuggestions,
  removeSuggestions,
  suggestionsPageSize,
  type VariantGroup,
} from '@evenstock/contract/suggested-merges';
import { Button, Segmented } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useCall, useWrite } from '../../api/queries.ts';
import { useUser } from '../../api/session.ts';
import { useStore } from '../../api/store-context.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { useList } from '../../ui/list.ts';
import { Code, Count } from '../../ui/money.tsx';
import { notifyFailure } from '../../ui/notices.ts';
import { message } from '../../ui/overlays.ts';
import { useSelection } from '../../ui/selection.ts';
import { useAllowSync } from './allow-sync.tsx';
import { HighestSwitch } from './highest-switch.tsx';
import { MergeModal } from './merge.modal.tsx';
import { useMergingText } from './merging.texts.ts';
import type { Paying } from './paying.ts';
import { GroupVariants } from './suggested-group.tsx';

const skuOf = ({ sku }: VariantGroup) => sku;

/** SKUs that share a code: merge one group or several, or dismiss suggestions permanently. */
export function SuggestedMerges({ askPayment }: Paying) {
  const [search] = useSearchParams();
  const isRemoved = search.get('removed') === 'true';
  const [useHighest, setUseHighest] = useState(true);
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
  const [, setSearch] = useSearchParams();
  const [merging, setMerging] = useState<VariantGroup | null>(null);
  const { data: removed } = useCall(
    countRemovedSuggestions,
    { params: { storeId } },
    { live: ['merges', 'variants'] },
  );
  const list = useList(isRemoved ? listRemovedMergeable : listMergeable, {
    params: { storeId },
    live: ['merges', 'variants'],
    sort: '',
    perPage: suggestionsPageSize,
  });
  const rows = list.data?.variant_groups;
  const total = list.data?.total_skus;
  const { chosen, selection, clear } = useSelection(list, { rows, total }, skuOf);
  const act = useSuggestionActions(askPayment, useHighest, clear);
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
        <Segmented
          aria-label={t('suggestions')}
          value={isRemoved ? 'removed' : 'active'}
          onChange={(kind) => {
            clear();
            setSearch(kind === 'removed' ? { tab: 'suggested', removed: 'true' } : { tab: 'suggested' });
          }}
          options={[
            { value: 'active', label: t('suggestions') },
            { value: 'removed', label: t('removedCount', { count: removed?.count ?? 0 }) },
          ]}
        />
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
                    <Button
                      loading={act.isMerging}
                      onClick={() =>
                        act.merge(isAll ? { all, expected_count: chosen.count } : { skus }, chosen.count)
                      }
                    >
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

/** The codes, or all suggestions of the list with the number that the user confirmed. */
type AskedSuggestions =
  { readonly skus: string[] } | { readonly all: 'active' | 'removed'; readonly expected_count: number };

/** Merges or dismisses suggestions by code, each after the required confirmations. */
function useSuggestionActions(askPayment: Paying['askPayment'], useHighest: boolean, done: () => void) {
  const t = useMergingText();
  const { storeId } = useStore();
  const confirm = useConfirm();
  const allowSync = useAllowSync();
  const merge = useWrite(mergeSuggestions, ['merges']);
  const remove = useWrite(removeSuggestions, ['merges']);
  const before = (go: () => void) => allowSync(() => askPayment(go));

  async function startMerging(asked: AskedSuggestions): Promise<void> {
    try {
      const body = { ...asked, is_using_highest_qty: useHighest };
      await merge.mutateAsync({ params: { storeId }, body });
      message.success(t('mergeLater'));
      done();
    } catch (thrown) {
      notifyFailure(thrown, t('suggestedFailed'), (reason) => t('suggestedFailedBecause', { reason }));
    }
  }

  async function removeNow(skus: readonly string[]): Promise<void> {
    try {
      await remove.mutateAsync({ params: { storeId }, body: { skus: [...skus] } });
      message.success(t('suggestionsRemoved'));
      done();
    } catch (thrown) {
      notifyFailure(thrown, t('removeFailed'), (reason) => t('removeFailedBecause', { reason }));
    }
  }

  return {
    before,
    isMerging: merge.isPending,
    merge: (asked: AskedSuggestions, count: number) =>
      before(() =>
        confirm({
          title: t('mergeManyConfirm', { count }),
          content: t('mergeManyText'),
          ok: t('mergeMany', { count }),
          onOk: () => startMerging(asked),
        }),
      ),
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
    { key: 'sku', title: t('sku'), render: (group) => <Code>{group.sku}</Code> },
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
