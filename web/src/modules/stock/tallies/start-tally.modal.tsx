import {
  longestReference,
  longestTallyNote,
  startTally,
  type TallyKind,
} from '@evenstock/contract/stock/tallies';
import { Form, Input } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { newPressKey } from '../../../api/press-key.ts';
import { useWrite } from '../../../api/queries.ts';
import { useStore } from '../../../api/store-context.ts';
import { FormModal } from '../../../ui/dialogs/form-modal.tsx';
import { notifyFailure } from '../../../ui/pages/notices.ts';
import { useTallyText } from './tallies.texts.ts';

interface Fields {
  readonly reference?: string;
  readonly note?: string;
}

interface StartTallyProps {
  readonly kind: TallyKind;
  /** The SKUs that are to be counted; none: what is scanned. */
  readonly variantIds: readonly number[];
  readonly onClose: () => void;
}

/** Starts a stock count or a receipt, and opens it. */
export function StartTally({ kind, variantIds, onClose }: StartTallyProps) {
  const t = useTallyText();
  const { storeId } = useStore();
  const navigate = useNavigate();
  // A second press starts no second one.
  const [key] = useState(newPressKey);
  const start = useWrite(startTally, ['stock_tallies']);
  const begin = ({ reference = '', note = '' }: Fields): void =>
    start.mutate(
      { params: { storeId }, body: { tally: { kind, key, reference, note, variant_ids: [...variantIds] } } },
      {
        onSuccess: ({ tally }) => {
          onClose();
          void navigate(`/stores/${storeId}/products/stock_tallies/${String(tally.id)}`);
        },
        onError: (thrown) => notifyFailure(thrown, t('startFailed')),
      },
    );
  return (
    <FormModal<Fields>
      open
      title={t(kind === 'count' ? 'startCount' : 'startReceipt')}
      ok={t('start')}
      isPending={start.isPending}
      onSubmit={begin}
      onClose={onClose}
    >
      {kind === 'count' && (
        <p className="es-tally-start">
          {variantIds.length > 0 ? t('chosen', { count: variantIds.length }) : t('noneChosen')}{' '}
          {t('leaveOut')}
        </p>
      )}
      {kind === 'receipt' && (
        <Form.Item name="reference" label={t('reference')} extra={t('referenceHint')}>
          <Input autoFocus maxLength={longestReference} autoComplete="off" />
        </Form.Item>
      )}
      <Form.Item name="note" label={t('note')} extra={t(kind === 'count' ? 'countNoteHint' : 'noteHint')}>
        <Input autoFocus={kind === 'count'} maxLength={longestTallyNote} autoComplete="off" />
      </Form.Item>
    </FormModal>
  );
}
