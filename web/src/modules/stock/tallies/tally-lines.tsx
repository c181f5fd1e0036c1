import {
  listTallyLines,
  tallyLinesShown,
  type Tally,
  type TallyLine,
} from '@evenstock/contract/stock/tallies';
import { formatMoney, toMinor } from '@evenstock/contract/values/money';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { useStore } from '../../../api/store-context.ts';
import { DataTable, type Column } from '../../../ui/lists/data-table.tsx';
import { useList } from '../../../ui/lists/list.ts';
import { Code, Count, Money } from '../../../ui/values/money.tsx';
import { Time } from '../../../ui/values/time.tsx';
import { readUnits } from './scanning.rules.ts';
import { useTallyText } from './tallies.texts.ts';
import type { Scans } from './use-scans.ts';

interface TallyLinesProps {
  readonly tally: Tally;
  readonly mayWork: boolean;
  readonly onScan: Scans['add'];
}

/** The SKUs of a tally. What a count expected is not shown while it is scanned, so that members count what is there. */
export function TallyLines({ tally, mayWork, onScan }: TallyLinesProps) {
  const t = useTallyText();
  const { storeId } = useStore();
  const counts = {
    all: tally.skus + tally.uncounted,
    different: tally.different,
    uncounted: tally.uncounted,
    changed: tally.changed,
  };
  const list = useList(listTallyLines, {
    params: { storeId, tallyId: tally.id },
    live: ['stock_tallies', 'stock_movements'],
    sort: '',
    perPage: 50,
    ...(tally.kind === 'receipt'
      ? {}
      : {
          tabs: {
            options: tallyLinesShown.options
              .filter((shown) => shown === 'all' || shown === 'different' || counts[shown] > 0)
              .map((shown) => ({ key: shown, label: t(`shown_${shown}`), count: counts[shown] })),
            initial: 'all',
            name: 'shown',
            sendAs: { filter: 'shown_eq' },
          },
        }),
  });
  const isBlind = tally.kind === 'count' && tally.state === 'open' && (list.state.tab ?? 'all') === 'all';
  const shown: Shown = { tally, mayWork, onScan, isBlind };
  return (
    <DataTable<TallyLine>
      list={list}
      label={t('lines')}
      rows={list.data?.lines}
      total={list.data?.total_count}
      columns={useColumns(shown)}
      rowKey={({ variant }) => variant.id}
      rowName={({ variant }) => variant.full_product_name}
      empty={t(isBlind || tally.kind === 'receipt' ? 'nothingScanned' : 'nothingHere')}
      card={(line) => <LineCard line={line} {...shown} />}
    />
  );
}

interface Shown extends TallyLinesProps {
  /** What was expected is left out. */
  readonly isBlind: boolean;
}

type LineProps = Shown & { readonly line: TallyLine };

function useColumns(shown: Shown): readonly Column<TallyLine>[] {
  const t = useTallyText();
  const isCount = shown.tally.kind === 'count';
  const sku: Column<TallyLine> = {
    key: 'sku',
    title: t('sku'),
    render: (line) => <Sku line={line} {...shown} />,
  };
  const units: Column<TallyLine> = {
    key: 'units',
    title: t(isCount ? 'counted' : 'received'),
    align: 'right',
    render: (line) => <Units line={line} {...shown} />,
  };
  if (shown.isBlind)
    return [sku, { key: 'scanned', title: t('lastScan'), render: (line) => <Scanned line={line} /> }, units];
  const figures = figuresOf(shown.tally);
  return [
    sku,
    units,
    ...figures.map((figure) => ({
      key: figure,
      title: t(figure),
      align: 'right' as const,
      render: (line: TallyLine) => <Figure figure={figure} line={line} />,
    })),
  ];
}

type FigureName = 'expected' | 'difference' | 'worth' | 'now' | 'then';

/** The figures of a line. Once a tally is closed, it will change nothing any more. */
function figuresOf({ kind, state }: Tally): readonly FigureName[] {
  if (kind === 'count') return ['expected', 'difference', 'worth', state === 'open' ? 'then' : 'now'];
  return state === 'open' ? ['now', 'then'] : ['now'];
}

const differenceOf = ({ units, expected }: TallyLine): number | null =>
  units === null ? null : units - expected;

function Figure({ figure, line }: { readonly figure: FigureName; readonly line: TallyLine }) {
  if (figure === 'worth') return <Worth line={line} />;
  if (figure !== 'difference') return <Count value={line[figure]} />;
  const difference = differenceOf(line);
  return (
    <span className={difference === null || difference === 0 ? 'es-quiet' : 'es-strong'}>
      {difference !== null && difference > 0 && '+'}
      <Count value={difference} />
    </span>
  );
}

function Worth({ line }: { readonly line: TallyLine }) {
  const difference = differenceOf(line);
  const { price } = line;
  if (price === null || difference === null) return <Money formatted={null} />;
  const worth = toMinor(price.amount, price.currency) * difference;
  return <Money formatted={formatMoney(worth, price.currency)} />;
}

const Scanned = ({ line: { scanned_at: at } }: { readonly line: TallyLine }) =>
  at === null ? <span className="es-quiet">–</span> : <Time at={at} relative="only" />;

function Sku({ line: { variant, is_changed: isChanged } }: LineProps) {
  const t = useTallyText();
  const { storeId } = useStore();
  return (
    <>
      <Link to={`/stores/${storeId}/products/${variant.product_slug}/variants/${variant.slug}`}>
        {variant.full_product_name}
      </Link>
      <small className="es-cell-sub">
        <Code>{variant.sku}</Code>
      </small>
      {isChanged && <small className="es-cell-sub es-error">{t('changedSince')}</small>}
    </>
  );
}

function LineCard(props: LineProps) {
  const t = useTallyText();
  const { line, tally, isBlind } = props;
  const figures = isBlind ? [] : figuresOf(tally);
  return (
    <div className="es-tally-line">
      <div>
        <Sku {...props} />
      </div>
      <Units {...props} />
      {figures.length > 0 && (
        <dl className="es-tally-figures">
          {figures.map((figure) => (
            <div key={figure}>
              <dt>{t(figure)}</dt>
              <dd>
                <Figure figure={figure} line={line} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

/** The units of a line, which a member may type anew or take out. */
function Units({ line, mayWork, onScan }: LineProps) {
  const t = useTallyText();
  const [typed, setTyped] = useState<string | null>(null);
  const { variant, units } = line;
  const name = variant.sku ?? variant.full_product_name;
  const scan = (total: number | null): void => {
    onScan({ code: null, variantId: variant.id, label: name, units: total, isTotal: true });
    setTyped(null);
  };
  const read = typed === null ? null : readUnits(typed, 0);
  if (typed !== null)
    return (
      <form
        className="es-tally-change"
        onSubmit={(event) => {
          event.preventDefault();
          if (read?.kind === 'units') scan(read.units);
        }}
      >
        <Input
          autoFocus
          aria-label={t('totalOf', { name })}
          value={typed}
          inputMode="numeric"
          autoComplete="off"
          onChange={(event) => setTyped(event.target.value)}
          onFocus={(event) => event.target.select()}
          onKeyDown={(event) => {
            if (event.key === 'Escape') setTyped(null);
          }}
        />
        <Button type="primary" htmlType="submit" disabled={read?.kind !== 'units'}>
          {t('save')}
        </Button>
        {units !== null && <Button onClick={() => scan(null)}>{t('takeOut')}</Button>}
        <Button onClick={() => setTyped(null)}>{t('cancel')}</Button>
      </form>
    );
  return (
    <span className="es-tally-units">
      {units === null ? <span className="es-quiet">{t('notCounted')}</span> : <Count value={units} />}
      {mayWork && (
        <Button
          size="small"
          aria-label={t('changeOf', { name })}
          onClick={() => setTyped(units === null ? '' : String(units))}
        >
          {t('change')}
        </Button>
      )}
    </span>
  );
}
