import type { EditGrid } from '@evenstock/contract/listings/mass-edits';
import { useRef, type ClipboardEvent, type KeyboardEvent } from 'react';
import { useMessageText } from '../../../i18n/message-text.ts';
import { ChannelMark, MarketplaceName } from '../../../ui/values/channel-mark.tsx';
import { Code } from '../../../ui/values/money.tsx';
import {
  faultOf,
  neighbour,
  pasted,
  typed,
  type Drafts,
  type Grid,
  type GridCell,
  type GridColumn,
} from './edit-grid.rules.ts';
import { useEditGridText } from './edit-grid.texts.ts';

type Marketplaces = EditGrid['marketplaces'];

/** The marketplaces at which no price can be set, each with the reason. */
export function SkippedMarketplaces({ marketplaces }: { readonly marketplaces: Marketplaces }) {
  const t = useEditGridText();
  const messageText = useMessageText();
  const skipped = marketplaces.filter((marketplace) => marketplace.skipped !== null);
  if (skipped.length === 0) return null;
  return (
    <div className="es-edit-grid-skipped">
      <span>{t('skipped')}</span>
      <ul>
        {skipped.map((marketplace) => (
          <li key={marketplace.id}>
            <MarketplaceName marketplace={marketplace} />
            {marketplace.skipped !== null && (
              <span className="es-quiet">{messageText(marketplace.skipped)}</span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

interface EditGridTableProps {
  readonly shown: EditGrid;
  readonly grid: Grid;
  readonly drafts: Drafts;
  readonly onChange: (drafts: Drafts) => void;
}

/**
 * One number in each cell; changed ones are marked. Arrows and Enter move vertically, Tab to the next cell, and a paste fills the
 * cells from the current one on.
 */
export function EditGridTable({ shown, grid, drafts, onChange }: EditGridTableProps) {
  const t = useEditGridText();
  const table = useRef<HTMLTableElement>(null);
  const nameOf = (column: GridColumn): string =>
    column.kind === 'quantity'
      ? t('quantity')
      : t('price', { name: shown.marketplaces.find(({ id }) => id === column.marketplaceId)?.name ?? '' });
  const onKey = (event: KeyboardEvent, row: number, column: number) => {
    const next = neighbour(grid, { row, column }, event.key);
    if (next === null) return;
    event.preventDefault();
    const place = `[data-place="${String(next.row)}.${String(next.column)}"]`;
    table.current?.querySelector<HTMLInputElement>(place)?.focus();
  };
  const onPaste = (event: ClipboardEvent, row: number, column: number) => {
    const text = event.clipboardData.getData('text/plain');
    if (!/[\t\n]/.test(text)) return;
    event.preventDefault();
    onChange(pasted(drafts, grid, { row, column }, text));
  };
  return (
    <div className="es-edit-grid">
      <table ref={table}>
        <thead>
          <tr>
            <th scope="col">{t('sku')}</th>
            {grid.columns.map((column, place) => (
              <th key={place} scope="col">
                <Heading column={column} marketplaces={shown.marketplaces} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.rows.map(({ variant }, row) => (
            <tr key={variant.id}>
              <th scope="row">
                <Code>{variant.sku}</Code>
                <small className="es-cell-sub es-one-line" title={variant.full_product_name}>
                  {variant.full_product_name}
                </small>
              </th>
              {grid.columns.map((one, column) => {
                const cell = grid.cells[row]?.[column] ?? null;
                return (
                  <td key={column}>
                    {cell !== null && (
                      <CellInput
                        cell={cell}
                        draft={drafts.get(cell.key)}
                        label={t('cell', {
                          column: nameOf(one),
                          sku: variant.sku ?? variant.full_product_name,
                        })}
                        place={`${String(row)}.${String(column)}`}
                        onType={(text) => onChange(typed(drafts, cell, text))}
                        onKeyDown={(event) => onKey(event, row, column)}
                        onPaste={(event) => onPaste(event, row, column)}
                      />
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface HeadingProps {
  readonly column: GridColumn;
  readonly marketplaces: Marketplaces;
}

function Heading({ column, marketplaces }: HeadingProps) {
  const t = useEditGridText();
  if (column.kind === 'quantity') return t('quantity');
  const marketplace = marketplaces.find(({ id }) => id === column.marketplaceId);
  if (marketplace === undefined) return null;
  return (
    <span className="es-marketplace">
      <ChannelMark channel={marketplace.channel} /> {t('price', { name: marketplace.name })}
    </span>
  );
}

interface CellInputProps {
  readonly cell: GridCell;
  readonly draft: string | undefined;
  readonly label: string;
  readonly place: string;
  readonly onType: (text: string) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onPaste: (event: ClipboardEvent) => void;
}

function CellInput({ cell, draft, label, place, onType, onKeyDown, onPaste }: CellInputProps) {
  const t = useEditGridText();
  const fault = draft === undefined ? null : faultOf(cell.key, draft);
  const was = draft === undefined ? null : t('was', { value: cell.shown === '' ? '–' : cell.shown });
  return (
    <>
      <input
        className="es-edit-grid-cell"
        data-place={place}
        data-changed={draft !== undefined}
        aria-label={was === null ? label : `${label}, ${was}`}
        aria-invalid={fault !== null}
        inputMode={cell.currency === null ? 'numeric' : 'decimal'}
        autoComplete="off"
        title={fault === null ? (was ?? cell.currency ?? undefined) : t(`fault_${fault}`)}
        value={draft ?? cell.shown}
        onChange={({ target }) => onType(target.value)}
        onFocus={({ target }) => target.select()}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
      />
      {was !== null && <small className="es-cell-sub">{was}</small>}
    </>
  );
}
