import { pageSize } from '@evenstock/contract/api/fields';
import { Button, Checkbox, Empty, Skeleton, Table, type TableColumnType } from 'antd';
import type { Key, ReactNode } from 'react';
import { useNavigate } from 'react-router';
import type { ViewedList } from '@evenstock/contract/stores/saved-views';
import { FilterBar } from './filter-bar.tsx';
import { lazyPart, MissingPart } from '../pages/lazy-part.tsx';
import { initialFilters, isNarrowed } from './list-state.ts';
import type { List } from './list.ts';
import { useNarrow } from '../theme/narrow.ts';
import { Retry } from '../pages/retry.tsx';
import type { Selection } from './selection.ts';
import { useSteadyRows } from './steady-rows.ts';
import { useUiText } from '../texts/ui.texts.ts';
import { ViewTabs } from './view-tabs.tsx';

/** Loaded when there is a second page; the rows do not wait for it. */
const Pager = lazyPart(
  async () => (await import('./pager.tsx')).Pager,
  ({ failed }) => <div className="es-pager">{failed && <MissingPart />}</div>,
);

export interface Column<Row> {
  readonly key: string;
  readonly title: ReactNode;
  readonly render: (row: Row) => ReactNode;
  /** Amounts and quantities are aligned right. */
  readonly align?: 'right';
  readonly width?: number | string;
  /** Field that the server sorts by; clicking the heading reverses the order. */
  readonly sort?: string;
}

interface SelectionWithActions extends Selection {
  /** Buttons of the bar that is shown while rows are selected. */
  readonly actions?: ReactNode;
}

interface DataTableProps<Row> {
  readonly list: List;
  /** The accessible name of the table. */
  readonly label: string;
  readonly rows: readonly Row[] | undefined;
  readonly total: number | undefined;
  readonly columns: readonly Column<Row>[];
  readonly rowKey: (row: Row) => Key;
  /** The accessible name of a row; its key by default. */
  readonly rowName?: (row: Row) => string;
  /** Text shown when there are no rows. */
  readonly empty: string;
  /** Shown with that text if no filter is set: how to create the first record. */
  readonly emptyAction?: ReactNode;
  /** Renders a row as a card, on a phone. */
  readonly card: (row: Row) => ReactNode;
  /** The link that a click on a row opens. */
  readonly rowHref?: (row: Row) => string;
  readonly selection?: SelectionWithActions;
  /** Shown at the end of the filter bar. */
  readonly besideFilters?: ReactNode;
  /** Shown above the rows: what a filter found. */
  readonly notice?: ReactNode;
  /** Members can save views of the list under this name. */
  readonly savedAs?: ViewedList;
  readonly expand?: {
    readonly render: (row: Row) => ReactNode;
    readonly can?: (row: Row) => boolean;
    /** Shown in a card in place of the collapsed content. */
    readonly summary?: (row: Row) => ReactNode;
  };
}

/** Every list: view tabs, search and filters, table (cards on a phone), pager; the state of all is in the address. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { list, selection, total } = props;
  return (
    <div className="es-list">
      <ViewTabs list={list} total={total} savedAs={props.savedAs} />
      <FilterBar
        spec={list.spec}
        state={list.state}
        onChange={(filters) => list.change({ filters })}
        beside={props.besideFilters}
      />
      {props.notice}
      <ListBody {...props} />
      {total !== undefined && total > pageSize.choices[0] && <Pager list={list} total={total} />}
      {selection !== undefined && <BulkBar {...props} selection={selection} />}
    </div>
  );
}

function ListBody<Row>(props: DataTableProps<Row>) {
  const t = useUiText();
  const narrow = useNarrow();
  const { list, empty, emptyAction } = props;
  const { rows, added, release } = useSteadyRows(list, props.rows, props.total, props.rowKey);
  if (rows === undefined) {
    if (list.failure !== null) return <Retry failure={list.failure} onRetry={list.retry} />;
    return <ListSkeleton label={t('loading')} />;
  }
  const rowName = props.rowName ?? ((row: Row) => String(props.rowKey(row)));
  const narrowed = isNarrowed(list.state, list.spec);
  const nothing = (
    <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={empty}>
      {narrowed ? (
        <Button onClick={() => list.change({ filters: initialFilters(list.spec.filters) })}>
          {t('clearAll')}
        </Button>
      ) : (
        emptyAction
      )}
    </Empty>
  );
  return (
    <div className={list.stale ? 'es-list-body es-stale' : 'es-list-body'} aria-busy={list.refreshing}>
      {list.failure !== null && (
        <div className="es-not-fresh" role="status">
          {t('notFresh')}{' '}
          <Button type="link" size="small" onClick={list.retry}>
            {t('retry')}
          </Button>
        </div>
      )}
      {added !== null && (
        <div className="es-came-in" role="status">
          {added > 0 ? t('newRows', { count: added }) : t('rowsMoved')}{' '}
          <Button type="link" size="small" onClick={added > 0 ? () => list.change({ page: 1 }) : release}>
            {t('show')}
          </Button>
        </div>
      )}
      {narrow ? (
        <Cards {...props} rows={rows} rowName={rowName} nothing={nothing} />
      ) : (
        <Grid {...props} rows={rows} rowName={rowName} nothing={nothing} />
      )}
    </div>
  );
}

type Shown<Row> = Omit<DataTableProps<Row>, 'rows' | 'rowName'> & {
  readonly rows: readonly Row[];
  readonly rowName: (row: Row) => string;
  readonly nothing: ReactNode;
};

function Cards<Row>({ rows, rowKey, rowName, card, nothing, label, expand, selection }: Shown<Row>) {
  if (rows.length === 0) return <div className="es-card">{nothing}</div>;
  return (
    <>
      {selection !== undefined && <SelectAll keys={rows.map(rowKey)} selection={selection} />}
      <ul className="es-cards" aria-label={label}>
        {rows.map((row) => (
          <li key={rowKey(row)} className="es-card">
            <SelectableCard rowKey={rowKey(row)} name={rowName(row)} selection={selection}>
              {card(row)}
            </SelectableCard>
            {expand !== undefined && expand.can?.(row) !== false && (
              <CardMore summary={expand.summary?.(row)}>{expand.render(row)}</CardMore>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Selects or deselects every row of the page, like the checkbox in the heading of the table. */
function SelectAll({ keys, selection }: { readonly keys: readonly Key[]; readonly selection: Selection }) {
  const t = useUiText();
  const chosen = keys.filter((key) => selection.keys.includes(key)).length;
  const isAll = chosen === keys.length;
  return (
    <Checkbox
      className="es-select-all"
      checked={isAll}
      indeterminate={chosen > 0 && !isAll}
      onChange={() => selection.onChange(isAll ? [] : keys)}
    >
      {t('selectAll')}
    </Checkbox>
  );
}

interface SelectableCardProps {
  readonly rowKey: Key;
  readonly name: string;
  readonly selection: Selection | undefined;
  readonly children: ReactNode;
}

/** A card with a checkbox, like a row of the table. */
function SelectableCard({ rowKey, name, selection, children }: SelectableCardProps) {
  const t = useUiText();
  if (selection === undefined) return children;
  const isSelected = selection.keys.includes(rowKey);
  return (
    <div className="es-card-select">
      <Checkbox
        checked={isSelected}
        aria-label={t('selectRow', { row: name })}
        onChange={() =>
          selection.onChange(
            isSelected ? selection.keys.filter((key) => key !== rowKey) : [...selection.keys, rowKey],
          )
        }
      />
      {children}
    </div>
  );
}

/** The expandable content of a row. In a card it is collapsed if there is a summary. */
function CardMore({ summary, children }: { readonly summary: ReactNode; readonly children: ReactNode }) {
  if (summary === undefined) return <div className="es-card-more">{children}</div>;
  return (
    <details className="es-card-more">
      <summary>{summary}</summary>
      {children}
    </details>
  );
}

function Grid<Row>(props: Shown<Row>) {
  const { rows, rowKey, rowName, columns, list, nothing, label, selection, expand, rowHref } = props;
  const t = useUiText();
  const navigate = useNavigate();
  const [sortField, sortDirection] = list.state.sort.split(' ');
  const antColumns: TableColumnType<Row>[] = columns.map((column) => ({
    key: column.key,
    title: column.title,
    render: (_value, row) => column.render(row),
    ...(column.align === undefined ? {} : { align: column.align }),
    ...(column.width === undefined ? {} : { width: column.width }),
    ...(column.sort === undefined
      ? {}
      : {
          sorter: true,
          sortDirections: ['ascend', 'descend', 'ascend'],
          sortOrder: column.sort === sortField ? (sortDirection === 'desc' ? 'descend' : 'ascend') : null,
          showSorterTooltip: false,
        }),
  }));
  return (
    <Table<Row>
      className="es-table"
      aria-label={label}
      columns={antColumns}
      dataSource={rows}
      rowKey={rowKey}
      pagination={false}
      locale={{ emptyText: nothing }}
      onChange={(_pagination, _filters, sorter) => {
        const chosen = Array.isArray(sorter) ? sorter[0] : sorter;
        const column = columns.find(({ key }) => key === chosen?.columnKey);
        if (column?.sort === undefined) return;
        list.change({ sort: `${column.sort} ${chosen?.order === 'descend' ? 'desc' : 'asc'}` });
      }}
      {...(rowHref === undefined
        ? {}
        : {
            onRow: (row) => ({
              className: 'es-row-link',
              onClick: (event) => {
                if (opensElsewhere(event.target)) return;
                void navigate(rowHref(row));
              },
            }),
          })}
      {...(selection === undefined
        ? {}
        : {
            rowSelection: {
              selectedRowKeys: [...selection.keys],
              preserveSelectedRowKeys: true,
              getCheckboxProps: (row) => ({ 'aria-label': t('selectRow', { row: rowName(row) }) }),
              onChange: selection.onChange,
            },
          })}
      {...(expand === undefined
        ? {}
        : {
            expandable: {
              expandedRowRender: expand.render,
              rowExpandable: (row) => expand.can?.(row) ?? true,
              columnTitle: <span className="es-unseen">{t('details')}</span>,
            },
          })}
    />
  );
}

/** Whether a click was on an interactive element of the row, or ended a text selection. */
function opensElsewhere(target: EventTarget): boolean {
  const own =
    target instanceof Element &&
    target.closest('a, button, input, label, .ant-table-selection-column') !== null;
  return own || (getSelection()?.toString() ?? '') !== '';
}

function ListSkeleton({ label }: { readonly label: string }) {
  return (
    <div className="es-card es-list-skeleton" role="status" aria-label={label}>
      {Array.from({ length: 6 }, (_, row) => (
        <Skeleton key={row} active title={false} paragraph={{ rows: 1, width: '100%' }} />
      ))}
    </div>
  );
}

type BulkBarProps<Row> = Pick<DataTableProps<Row>, 'list' | 'rows' | 'rowKey' | 'total'> & {
  readonly selection: SelectionWithActions;
};

function BulkBar<Row>({ list, selection, rows = [], rowKey, total = 0 }: BulkBarProps<Row>) {
  const t = useUiText();
  const { keys, all, actions } = selection;
  if (keys.length === 0) return null;
  const isPageChosen = rows.length > 0 && rows.every((row) => keys.includes(rowKey(row)));
  const isOfAll = all !== undefined && !all.isChosen && isPageChosen;
  return (
    <div className="es-bulk-bar" role="region" aria-live="polite">
      <strong>{t('selected', { count: all?.isChosen === true ? total : keys.length })}</strong>
      {isOfAll && !list.isCountExceeded && total > keys.length && (
        <button type="button" onClick={all.choose}>
          {t('selectMatching', { count: total })}
        </button>
      )}
      {/* All matches can only be selected when their number is known. */}
      {isOfAll && list.isCountExceeded && <span>{t('tooManyToSelect', { count: total })}</span>}
      {actions}
      <button type="button" onClick={() => selection.onChange([])}>
        {t('clearSelection')}
      </button>
    </div>
  );
}
