import { monthsListed } from '@evenstock/contract/api/fields';
import type { StockMovement } from '@evenstock/contract/stock/stock';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useUser } from '../../api/session.ts';
import { useStore } from '../../api/store-context.ts';
import { DataTable, type Column } from '../../ui/lists/data-table.tsx';
import { Explained } from '../../ui/dialogs/explained.tsx';
import type { Filter } from '../../ui/lists/list-state.ts';
import type { List } from '../../ui/lists/list.ts';
import { Code, Count } from '../../ui/values/money.tsx';
import { dayOf, monthsBefore } from '../../ui/values/time.rules.ts';
import { Time, useNow } from '../../ui/values/time.tsx';
import { Adjustment, MovementName, MovementSource, Pushes, PushesBrief } from './movement-parts.tsx';
import { useStockText } from './stock.texts.ts';
import { UndoAdjustment } from './undo-adjustment.tsx';

/** The actions for a merge, by its id. */
export interface MergeActions {
  readonly mergeActions: (mergeId: number) => ReactNode;
}

interface MovementsTableProps extends MergeActions {
  readonly list: List;
  readonly movements: readonly StockMovement[] | undefined;
  readonly total: number | undefined;
  /** Hides the SKU's name, because all rows belong to the same SKU. */
  readonly isOfOneVariant?: boolean;
}

/** Entries of the ledger; each expands to show its pushes. */
export function MovementsTable({
  list,
  movements,
  total,
  mergeActions,
  isOfOneVariant = false,
}: MovementsTableProps) {
  const t = useStockText();
  const columns = useMovementColumns(mergeActions).filter(
    ({ key }) => !(isOfOneVariant && key === 'product'),
  );
  return (
    <DataTable<StockMovement>
      list={list}
      label={t('stockMovements')}
      rows={movements}
      total={total}
      columns={columns}
      rowKey={(movement) => movement.id}
      empty={t('noItem')}
      card={(movement) => (
        <MovementCard movement={movement} isOfOneVariant={isOfOneVariant} mergeActions={mergeActions} />
      )}
      expand={{
        render: (movement) => <Pushes movement={movement} />,
        summary: (movement) => <PushesBrief pushes={movement.listing_stock_movements} />,
      }}
    />
  );
}

function useMovementColumns(mergeActions: MergeActions['mergeActions']): readonly Column<StockMovement>[] {
  const t = useStockText();
  return [
    {
      key: 'created',
      title: t('createdAt'),
      sort: 'created_at',
      render: (movement) => <Time at={movement.created_at} />,
    },
    { key: 'product', title: t('product'), render: (movement) => <What movement={movement} /> },
    {
      key: 'action',
      title: t('actionName'),
      render: (movement) => (
        <>
          <MovementName movement={movement} />
          {movement.merge_id !== null && mergeActions(movement.merge_id)}
          <UndoAdjustment movement={movement} />
        </>
      ),
    },
    { key: 'source', title: t('source'), render: (movement) => <MovementSource movement={movement} /> },
    {
      key: 'adjustment',
      title: t('adjustment'),
      align: 'right',
      render: (movement) => <Adjustment units={movement.adjustment} />,
    },
    {
      key: 'final',
      title: t('finalQuantity'),
      align: 'right',
      render: (movement) => (
        <Explained variantId={movement.variant.id}>
          <strong>
            <Count value={movement.final_quantity} />
          </strong>
        </Explained>
      ),
    },
    {
      key: 'pushes',
      title: t('pushes'),
      render: (movement) => <PushesBrief pushes={movement.listing_stock_movements} />,
    },
  ];
}

function What({ movement }: { readonly movement: StockMovement }) {
  const { storeId } = useStore();
  const { product, variant } = movement;
  const isNamed = variant.name !== '' && variant.name !== product.name;
  const whole = isNamed ? `${product.name} · ${variant.name}` : product.name;
  return (
    <span className="es-movement-what">
      <Link
        className="es-one-line"
        title={whole}
        to={`/stores/${storeId}/products/${product.slug}/variants/${variant.slug}`}
      >
        {whole}
      </Link>
      <span className="es-quiet">
        <Code>{variant.sku}</Code>
      </span>
    </span>
  );
}

interface MovementCardProps extends MergeActions {
  readonly movement: StockMovement;
  readonly isOfOneVariant: boolean;
}

function MovementCard({ movement, isOfOneVariant, mergeActions }: MovementCardProps) {
  return (
    <>
      <div className="es-card-row">
        {isOfOneVariant ? (
          <strong>
            <MovementName movement={movement} />
          </strong>
        ) : (
          <What movement={movement} />
        )}
        <span className="es-movement-sum">
          <Adjustment units={movement.adjustment} />
          <Explained variantId={movement.variant.id}>
            <strong>
              <Count value={movement.final_quantity} />
            </strong>
          </Explained>
        </span>
      </div>
      <div className="es-card-row">
        {!isOfOneVariant && (
          <span>
            <MovementName movement={movement} />
          </span>
        )}
        <MovementSource movement={movement} />
      </div>
      <div className="es-card-row es-quiet">
        <Time at={movement.created_at} />
        {movement.merge_id !== null && mergeActions(movement.merge_id)}
        <UndoAdjustment movement={movement} />
      </div>
    </>
  );
}

/** Filters by date, from a month ago by default, and by state. A store's list starts no earlier than the user may see. */
export function useMovementFilters({ isOfStore }: { readonly isOfStore: boolean }): readonly Filter[] {
  const t = useStockText();
  const { store } = useStore();
  const { role } = useUser();
  const today = dayOf(useNow(), store.time_zone);
  return [
    {
      kind: 'days',
      from: 'created_at_dategteq',
      to: 'created_at_datelteq',
      label: t('dateRange'),
      initial: { from: monthsBefore(today, 1) },
      ...(isOfStore && role === 'member' ? { earliest: monthsBefore(today, monthsListed) } : {}),
    },
    {
      kind: 'choice',
      name: 'listing_stock_movements_state_eq',
      label: t('state'),
      options: [
        { value: 'success', label: t('successes') },
        { value: 'failed', label: t('failures') },
      ],
    },
  ];
}
