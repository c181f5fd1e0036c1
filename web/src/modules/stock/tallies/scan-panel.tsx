import type { TallyKind } from '@evenstock/contract/stock/tallies';
import { Alert, Button, Input, type InputRef } from 'antd';
import { useRef, useState, type ReactNode } from 'react';
import { describeFailure } from '../../../api/failure.ts';
import { useConfirm } from '../../../ui/dialogs/confirm.tsx';
import { ScanBox } from '../../../ui/scan/scan-box.tsx';
import { Said } from '../../../ui/scan/scan-said.tsx';
import { sound } from '../../../ui/scan/scan-sounds.ts';
import { CameraButton } from './camera-button.tsx';
import { FindSku } from './find-sku.tsx';
import { readUnits } from './scanning.rules.ts';
import { useTallyText } from './tallies.texts.ts';
import type { Answered, Scans } from './use-scans.ts';

interface ScanPanelProps {
  readonly kind: TallyKind;
  readonly mayScan: boolean;
  readonly scans: Scans;
}

/** The field that takes scans, what became of the last one, and the scans that the server does not have yet. */
export function ScanPanel({ kind, mayScan, scans }: ScanPanelProps) {
  return (
    <>
      {mayScan && (
        <ScanFields scans={scans}>
          <Outcome kind={kind} answered={scans.answered} />
        </ScanFields>
      )}
      <Waiting scans={scans} />
    </>
  );
}

function ScanFields({ scans, children }: { readonly scans: Scans; readonly children: ReactNode }) {
  const t = useTallyText();
  const [typed, setTyped] = useState('1');
  const [isWrong, setWrong] = useState(false);
  const field = useRef<InputRef>(null);

  const take = (code: string | null, sku: { readonly id: number; readonly label: string } | null): void => {
    if (code === '') return;
    const read = readUnits(typed, 1);
    setTyped('1');
    setWrong(read.kind === 'wrong');
    if (read.kind === 'wrong') {
      sound('wrong');
      return;
    }
    const units = read.kind === 'units' ? read.units : 1;
    scans.add({ code, variantId: sku?.id ?? null, label: sku?.label ?? code ?? '', units, isTotal: false });
  };
  /** A scanner may have typed a code into the field of units. */
  const enterUnits = (): void => {
    const read = readUnits(typed, 1);
    if (read.kind === 'code') take(read.code, null);
    else document.querySelector<HTMLInputElement>('#es-scan')?.focus();
  };
  return (
    <>
      <ScanBox
        label={t('scanLabel')}
        onScan={(code) => take(code, null)}
        beside={
          <>
            <Input
              ref={field}
              className="es-scan-units"
              size="large"
              aria-label={t('units')}
              prefix="×"
              value={typed}
              inputMode="numeric"
              autoComplete="off"
              onChange={(event) => setTyped(event.target.value)}
              onFocus={(event) => event.target.select()}
              onPressEnter={(event) => {
                event.preventDefault();
                enterUnits();
              }}
            />
            <Button size="large" htmlType="submit">
              {t('add')}
            </Button>
          </>
        }
      />
      {isWrong ? <Said tone="wrong" title={t('unitsWrong')} /> : children}
      <div className="es-scan-ways">
        <FindSku label={t('findSku')} onPick={(sku) => take(null, sku)} />
        <CameraButton onScan={(code) => take(code, null)} />
        <span className="es-quiet">{t('noScanner')}</span>
      </div>
    </>
  );
}

function Outcome({ kind, answered }: { readonly kind: TallyKind; readonly answered: Answered | null }) {
  const t = useTallyText();
  if (answered === null) return null;
  const { scan, result } = answered;
  const { outcome, variant, units } = result;
  const name = variant === null ? scan.label : (variant.sku ?? variant.full_product_name);
  const code = scan.code ?? scan.label;
  switch (outcome) {
    case 'added':
      return units === null ? (
        <Said tone="right" title={t('takenOut', { name })} />
      ) : (
        <Said
          tone="right"
          title={t('added', { name, units })}
          hint={`${variant?.full_product_name ?? ''} · ${t(kind === 'count' ? 'countedSoFar' : 'receivedSoFar')}`}
        />
      );
    case 'no_sku':
      return <Said tone="wrong" title={t('noSku', { code })} hint={t('noSkuHint')} />;
    case 'shared':
      return <Said tone="wrong" title={t('shared', { code })} hint={t('sharedHint')} />;
    case 'set':
      return <Said tone="wrong" title={t('set', { name })} hint={t('setHint')} />;
    case 'closed':
      return <Said tone="wrong" title={t('closed')} hint={t('closedHint')} />;
  }
}

function Waiting({ scans }: { readonly scans: Scans }) {
  const t = useTallyText();
  const confirm = useConfirm();
  const { waiting, late, refusal, isOffline, isForgetful } = scans;
  const count = waiting.length;
  const askDrop = (): void =>
    confirm({
      title: t('dropTitle', { count }),
      content: t('dropText'),
      ok: t('drop'),
      keep: t('dropKeep'),
      danger: true,
      onOk: () => {
        scans.drop();
        return Promise.resolve();
      },
    });
  const isStuck = count > 0 && (isOffline || refusal !== null);
  return (
    <>
      {isStuck && (
        <Alert
          className="es-tally-waiting"
          type="warning"
          showIcon
          role="alert"
          title={t('waiting', { count })}
          description={
            <>
              {refusal === null
                ? t('waitingHint')
                : t('waitingRefused', { reason: describeFailure(refusal) ?? t('applyFailed') })}
              {isForgetful && <strong> {t('forgetful')}</strong>}
            </>
          }
          action={
            <>
              <Button size="small" onClick={scans.send}>
                {t('sendNow')}
              </Button>
              {refusal !== null && (
                <Button size="small" danger onClick={askDrop}>
                  {t('drop')}
                </Button>
              )}
            </>
          }
        />
      )}
      {late.length > 0 && (
        <Alert
          className="es-tally-waiting"
          type="error"
          showIcon
          role="alert"
          title={t('late', { codes: late.map(({ label }) => label).join(', ') })}
        />
      )}
    </>
  );
}
