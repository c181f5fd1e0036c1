import { discardTally, showTally, type Tally } from '@evenstock/contract/stock/tallies';
import { formatMoney, toMinor } from '@evenstock/contract/values/money';
import { Button, Tooltip } from 'antd';
import { useParams } from 'react-router';
import { useCall, useWrite } from '../../../api/queries.ts';
import { useStore } from '../../../api/store-context.ts';
import { useConfirm } from '../../../ui/dialogs/confirm.tsx';
import { LiveIndicator } from '../../../ui/pages/live-indicator.tsx';
import { notifyFailure } from '../../../ui/pages/notices.ts';
import { PageHeader } from '../../../ui/pages/page-header.tsx';
import { NotHere, PageState } from '../../../ui/pages/page-state.tsx';
import { Facts, Panel } from '../../../ui/pages/panel.tsx';
import { Count, Money } from '../../../ui/values/money.tsx';
import { ApplyTally } from './apply-tally.tsx';
import { ScanPanel } from './scan-panel.tsx';
import { TallyState } from './tallies.page.tsx';
import './tallies.css';
import { useTallyText } from './tallies.texts.ts';
import { TallyCodes } from './tally-codes.tsx';
import { TallyLines } from './tally-lines.tsx';
import { useScans } from './use-scans.ts';

export interface TallyPageProps {
  /** Runs an action that changes quantities once inventory sync is allowed. */
  readonly allowSync: (go: () => void) => void;
  /** Shows the progress and the result of an operation. */
  readonly onFollow: (operationId: number) => void;
}

/** A stock count or a receipt: what is scanned, and what it would change. */
export function TallyPage(props: TallyPageProps) {
  const t = useTallyText();
  const { storeId } = useStore();
  const { tallyId: text = '' } = useParams();
  const tallyId = Number(text);
  const notHere = (
    <NotHere
      title={t('notHere')}
      hint={t('notHereHint')}
      back={{ to: `/stores/${storeId}/products/stock_tallies`, label: t('title') }}
    />
  );
  if (!Number.isSafeInteger(tallyId) || tallyId <= 0) return notHere;
  return <Shown key={tallyId} {...props} tallyId={tallyId} notHere={notHere} />;
}

function Shown({
  tallyId,
  notHere,
  ...acts
}: TallyPageProps & { readonly tallyId: number; readonly notHere: React.ReactNode }) {
  const { storeId, can } = useStore();
  const query = useCall(
    showTally,
    { params: { storeId, tallyId } },
    { live: ['stock_tallies', 'stock_movements'] },
  );
  const scans = useScans(storeId, tallyId);
  return (
    <PageState query={query} notHere={notHere}>
      {({ tally }) => {
        const isOpen = tally.state === 'open';
        const mayWork = isOpen && can('stock.work');
        return (
          <div className="es-tally">
            <TallyHeader tally={tally} mayWork={mayWork} waiting={scans.waiting.length} {...acts} />
            <ScanPanel kind={tally.kind} mayScan={mayWork} scans={scans} />
            {isOpen && tally.codes_count > 0 && <TallyCodes tally={tally} mayWork={mayWork} />}
            <Totals tally={tally} />
            <TallyLines tally={tally} mayWork={mayWork} onScan={scans.add} />
          </div>
        );
      }}
    </PageState>
  );
}

interface HeaderProps extends TallyPageProps {
  readonly tally: Tally;
  readonly mayWork: boolean;
  readonly waiting: number;
}

function TallyHeader({ tally, mayWork, waiting, allowSync, onFollow }: HeaderProps) {
  const t = useTallyText();
  const { storeId } = useStore();
  const { id, kind, state, reference, note, operation_id: operationId } = tally;
  const named = [reference, note].filter((text) => text !== null).join(' · ');
  return (
    <PageHeader
      title={t(kind === 'count' ? 'countNumber' : 'receiptNumber', { id })}
      trail={[
        { label: t('products'), to: `/stores/${storeId}/products` },
        { label: t('title'), to: `/stores/${storeId}/products/stock_tallies` },
      ]}
      aside={
        <>
          <TallyState state={state} />
          <LiveIndicator />
        </>
      }
      {...(named === '' ? {} : { subtitle: named })}
      actions={
        <>
          {operationId !== null && <Button onClick={() => onFollow(operationId)}>{t('showResult')}</Button>}
          {mayWork && <Discard tally={tally} />}
          {mayWork && (
            <ApplyTally tally={tally} waiting={waiting} allowSync={allowSync} onStarted={onFollow} />
          )}
        </>
      }
    />
  );
}

function Discard({ tally }: { readonly tally: Tally }) {
  const t = useTallyText();
  const { storeId } = useStore();
  const confirm = useConfirm();
  const discard = useWrite(discardTally, ['stock_tallies']);
  const ask = (): void =>
    confirm({
      title: t('discardTitle'),
      content: t('discardText'),
      ok: t('discard'),
      keep: t('discardKeep'),
      danger: true,
      onOk: () =>
        discard
          .mutateAsync({ params: { storeId, tallyId: tally.id } })
          .catch((thrown: unknown) => notifyFailure(thrown, t('discardFailed'))),
    });
  return (
    <Button danger loading={discard.isPending} onClick={ask}>
      {t('discard')}
    </Button>
  );
}

function Totals({ tally }: { readonly tally: Tally }) {
  const t = useTallyText();
  const { kind, state, skus, units, uncounted, different, changed, worth } = tally;
  const facts = [
    { label: t('figureSkus'), value: <Count value={skus} /> },
    { label: t('figureUnits'), value: <Count value={units} /> },
    ...(kind === 'receipt'
      ? []
      : [
          { label: t('figureDifferent'), value: <Count value={different} /> },
          ...(uncounted === 0 ? [] : [{ label: t('figureUncounted'), value: <Count value={uncounted} /> }]),
          ...(changed === 0 || state !== 'open'
            ? []
            : [{ label: t('figureChanged'), value: <Count value={changed} /> }]),
          ...(worth.length === 0
            ? []
            : [
                {
                  label: t('figureWorth'),
                  value: (
                    <Tooltip title={t('worthHint')}>
                      <span className="es-tally-worth">
                        {worth.map(({ currency, amount }) => (
                          <Money
                            key={currency}
                            formatted={formatMoney(toMinor(amount, currency), currency)}
                          />
                        ))}
                      </span>
                    </Tooltip>
                  ),
                },
              ]),
        ]),
  ];
  return (
    <Panel>
      <Facts facts={facts} />
    </Panel>
  );
}
