import { mostEdited } from '@evenstock/contract/catalog/quantity-changes';
import { massEdit, showEditGrid } from '@evenstock/contract/listings/mass-edits';
import type { VariantChoice } from '@evenstock/contract/catalog/variants';
import { Alert, Button, Empty, Skeleton } from 'antd';
import { useEffect, useState } from 'react';
import { describeFailure, failureOf } from '../../../api/failure.ts';
import { useCall, useWrite } from '../../../api/queries.ts';
import { useStore } from '../../../api/store-context.ts';
import { ActDialog } from '../../../ui/dialogs/act-dialog.tsx';
import { Retry } from '../../../ui/pages/retry.tsx';
import { useUnsaved } from '../../../ui/dialogs/unsaved.ts';
import { useAllowSync } from '../product/allow-sync.tsx';
import './edit-grid.css';
import { changesOf, faultOf, layOut, type Drafts, type Grid } from './edit-grid.rules.ts';
import { EditGridReview } from './edit-grid-review.tsx';
import { EditGridTable, SkippedMarketplaces } from './edit-grid-table.tsx';
import { useEditGridText } from './edit-grid.texts.ts';

interface EditGridProps {
  readonly choice: VariantChoice;
  readonly count: number;
  readonly onStarted: (operationId: number) => void;
}

/** The button that opens the grid of the chosen SKUs, once inventory sync is allowed. */
export function EditPricesAndQuantities({ choice, count, onStarted }: EditGridProps) {
  const t = useEditGridText();
  const allowSync = useAllowSync();
  const [isOpen, open] = useState(false);
  const isTooMany = count > mostEdited;
  return (
    <>
      <Button
        disabled={isTooMany}
        {...(isTooMany ? { title: t('tooMany', { count: mostEdited }) } : {})}
        onClick={() => allowSync(() => open(true))}
      >
        {t('open')}
      </Button>
      {isOpen && (
        <EditGridDialog
          choice={choice}
          onClose={() => open(false)}
          onStarted={(id) => {
            open(false);
            onStarted(id);
          }}
        />
      )}
    </>
  );
}

type DialogProps = Pick<EditGridProps, 'choice' | 'onStarted'> & { readonly onClose: () => void };

const dialogWidth = 1200;
/** A second click this soon is part of the first one, in milliseconds. */
const doubleClick = 600;

function EditGridDialog({ choice, onClose, onStarted }: DialogProps) {
  const t = useEditGridText();
  const { storeId } = useStore();
  // Idempotency keys, so that a repeated Save changes each quantity only once.
  const [key] = useState(() => crypto.randomUUID());
  const [drafts, setDrafts] = useState<Drafts>(new Map());
  const [isReviewing, review] = useState(false);
  const [canSave, allowSaving] = useState(false);
  useEffect(() => {
    if (!isReviewing) return;
    const timer = setTimeout(() => allowSaving(true), doubleClick);
    return () => {
      clearTimeout(timer);
      allowSaving(false);
    };
  }, [isReviewing]);
  const shown = useCall(showEditGrid, { params: { storeId }, body: choice }, { staleTime: Infinity });
  const save = useWrite(massEdit, ['operations', 'variants', 'stock_movements']);
  const close = useUnsaved({ isUnsaved: () => drafts.size > 0 && !save.isPending, onClose });
  const editGrid = shown.data?.edit_grid;
  const grid: Grid | null = editGrid === undefined ? null : layOut(editGrid);
  const faults = [...drafts].flatMap(([cell, text]) => faultOf(cell, text) ?? []);
  return (
    <ActDialog
      title={t('open')}
      ok={drafts.size === 0 ? t('saveNone') : t(isReviewing ? 'save' : 'review', { count: drafts.size })}
      disabled={grid === null || drafts.size === 0 || faults.length > 0 || (isReviewing && !canSave)}
      isPending={save.isPending}
      width={dialogWidth}
      onClose={close}
      onOk={() => {
        if (grid === null) return;
        if (!isReviewing) {
          review(true);
          return;
        }
        save.mutate(
          { params: { storeId }, body: { mass_edit: { key, ...changesOf(grid, drafts) } } },
          {
            onSuccess: ({ mass_action: { id } }) => onStarted(id),
          },
        );
      }}
    >
      {save.error !== null && (
        <Alert
          className="es-dialog-problem"
          type="error"
          role="alert"
          title={describeFailure(failureOf(save.error)) ?? t('notStarted')}
        />
      )}
      {editGrid === undefined || grid === null ? (
        shown.error === null ? (
          <Skeleton active title={false} />
        ) : (
          <Retry failure={failureOf(shown.error)} onRetry={() => void shown.refetch()} />
        )
      ) : editGrid.rows.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('none')} />
      ) : isReviewing ? (
        <>
          <Button size="small" onClick={() => review(false)}>
            {t('keepEditing')}
          </Button>
          <EditGridReview shown={editGrid} changes={changesOf(grid, drafts)} />
        </>
      ) : (
        <>
          <p className="es-dialog-note">{t('hint')}</p>
          <SkippedMarketplaces marketplaces={editGrid.marketplaces} />
          <EditGridTable shown={editGrid} grid={grid} drafts={drafts} onChange={setDrafts} />
          <p className={faults.length > 0 ? 'es-error' : 'es-quiet'} role="status">
            {faults[0] === undefined
              ? t('changed', { count: drafts.size })
              : t('faults', { count: faults.length, first: t(`fault_${faults[0]}`) })}
          </p>
        </>
      )}
    </ActDialog>
  );
}
