import { applyTally, type Tally } from '@evenstock/contract/stock/tallies';
import { Alert, Button, Checkbox, Tooltip } from 'antd';
import { useState } from 'react';
import { describeFailure, failureOf } from '../../../api/failure.ts';
import { refreshTopics, useWrite } from '../../../api/queries.ts';
import { useStore } from '../../../api/store-context.ts';
import { Modal } from '../../../ui/dialogs/dialog.tsx';
import { useTallyText } from './tallies.texts.ts';

interface ApplyTallyProps {
  readonly tally: Tally;
  /** Scans of this browser that the server does not have. */
  readonly waiting: number;
  readonly allowSync: (go: () => void) => void;
  readonly onStarted: (operationId: number) => void;
}

/** The button that applies a tally, once nothing waits. */
export function ApplyTally({ tally, waiting, allowSync, onStarted }: ApplyTallyProps) {
  const t = useTallyText();
  const [isOpen, open] = useState(false);
  const why =
    waiting > 0
      ? t('applyWaits')
      : tally.codes_count > 0
        ? t('applyCodes')
        : tally.skus + tally.uncounted === 0
          ? t('nothingScanned')
          : null;
  return (
    <>
      <Tooltip title={why}>
        <Button type="primary" disabled={why !== null} onClick={() => allowSync(() => open(true))}>
          {t('apply')}
        </Button>
      </Tooltip>
      {isOpen && (
        <ApplyDialog
          tally={tally}
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

interface DialogProps extends Pick<ApplyTallyProps, 'tally' | 'onStarted'> {
  readonly onClose: () => void;
}

/** What becomes of the SKUs, before anything is done. Repeating the call has no second effect. */
function ApplyDialog({ tally, onClose, onStarted }: DialogProps) {
  const t = useTallyText();
  const { storeId } = useStore();
  const [zeroes, setZeroes] = useState(false);
  const apply = useWrite(applyTally, ['stock_tallies', 'operations', 'variants', 'stock_movements']);
  const { id, kind, revision, skus, units, different, changed, uncounted } = tally;
  const send = (): void =>
    apply.mutate(
      {
        params: { storeId, tallyId: id },
        body: { apply: { revision, zero_uncounted: zeroes ? uncounted : null } },
      },
      {
        onSuccess: ({ mass_action: { id: operationId } }) => onStarted(operationId),
        onError: () => refreshTopics(['stock_tallies']),
      },
    );
  return (
    <Modal
      open
      title={t(kind === 'count' ? 'applyCount' : 'applyReceipt')}
      okText={t('apply')}
      cancelText={t('cancel')}
      confirmLoading={apply.isPending}
      okButtonProps={{ danger: zeroes, disabled: skus === 0 && !zeroes }}
      onOk={send}
      onCancel={onClose}
    >
      {apply.error !== null && (
        <Alert
          className="es-dialog-problem"
          type="error"
          showIcon
          role="alert"
          title={t('applyFailed')}
          description={describeFailure(failureOf(apply.error))}
        />
      )}
      {kind === 'receipt' ? (
        <p>{t('applyReceived', { units, skus })}</p>
      ) : (
        <div className="es-tally-summary">
          <p>{t('applyDifferent', { count: different })}</p>
          <p>{t('applySold')}</p>
          {changed > 0 && <p className="es-error">{t('applyChanged', { count: changed })}</p>}
          {uncounted > 0 && (
            <>
              {!zeroes && <p>{t('applyUncounted', { count: uncounted })}</p>}
              <Checkbox checked={zeroes} onChange={(event) => setZeroes(event.target.checked)}>
                {t('zeroUncounted', { count: uncounted })}
              </Checkbox>
            </>
          )}
        </div>
      )}
    </Modal>
  );
}
