import { reasonText } from '@evenstock/contract/messages/catalog/movements';
import { adjustmentReason, longestReasonNote } from '@evenstock/contract/kinds/adjustment-reasons';
import { Form, Input, Segmented, Select } from 'antd';
import type { ReactNode } from 'react';
import { useMessageText } from '../../../i18n/message-text.ts';
import { Count } from '../../../ui/values/money.tsx';
import './adjusted-quantity.css';
import { fewestUnits, unitsOf, type HowAdjusted } from './adjustment.rules.ts';
import { useCatalogText } from '../product/catalog.texts.ts';

interface AdjustedQuantityProps {
  readonly quantity: number;
  readonly how: HowAdjusted;
  readonly onHow: (how: HowAdjusted) => void;
}

/** Form items for the units of an adjustment (how many more or fewer, or how many there are), and for its reason. */
export function AdjustedQuantity({ quantity, how, onHow }: AdjustedQuantityProps) {
  const t = useCatalogText();
  const field = how === 'by' ? 'adjustment' : 'counted';
  const typed = Form.useWatch<string | undefined>(field);
  const units = unitsOf(how, typed, quantity);
  const known = typeof units === 'number' ? units : null;
  const next = known === null ? null : quantity + known;
  return (
    <>
      <Segmented<HowAdjusted>
        aria-label={t('adjustHow')}
        className="es-adjust-how"
        value={how}
        onChange={onHow}
        options={[
          { value: 'by', label: t('adjustBy') },
          { value: 'to', label: t('adjustTo') },
        ]}
      />
      <div className="es-adjust">
        <Figure label={t('quantityNow')}>
          <Count value={quantity} />
        </Figure>
        <Form.Item
          key={field}
          name={field}
          label={t(how === 'by' ? 'adjustment' : 'countedUnits')}
          extra={t(how === 'by' ? 'adjustmentHint' : 'countedHint')}
          rules={[
            {
              validator: (_, value: string) => {
                const read = unitsOf(how, value, quantity);
                if (typeof read !== 'number') return Promise.reject(new Error(t(read)));
                const least = fewestUnits(quantity);
                return how === 'by' && read < least
                  ? Promise.reject(new Error(t('adjustmentLeast', { least })))
                  : Promise.resolve();
              },
            },
          ]}
        >
          <Input autoFocus autoComplete="off" inputMode="text" onFocus={(event) => event.target.select()} />
        </Form.Item>
        {how === 'by' ? (
          <Figure label={t('newQuantity')} isLive isWrong={next !== null && next < 0}>
            <Count value={next} />
          </Figure>
        ) : (
          <Figure label={t('adjustment')} isLive>
            {known !== null && known > 0 && '+'}
            <Count value={known} />
          </Figure>
        )}
      </div>
      <AdjustmentReasonItems />
    </>
  );
}

function AdjustmentReasonItems() {
  const t = useCatalogText();
  const messageText = useMessageText();
  const reason = Form.useWatch<string | null | undefined>('reason') ?? null;
  return (
    <div className="es-adjust-why">
      <Form.Item name="reason" label={t('reason')}>
        <Select
          allowClear
          placeholder={t('noReason')}
          options={adjustmentReason.options.map((value) => ({
            value,
            label: messageText({ code: `movements.${value}_reason`, values: {}, text: reasonText(value) }),
          }))}
        />
      </Form.Item>
      {reason !== null && (
        <Form.Item name="note" label={t('note')}>
          <Input maxLength={longestReasonNote} autoComplete="off" />
        </Form.Item>
      )}
    </div>
  );
}

interface FigureProps {
  readonly label: string;
  /** Read out when it changes. */
  readonly isLive?: boolean;
  /** Fewer than none. */
  readonly isWrong?: boolean;
  readonly children: ReactNode;
}

function Figure({ label, isLive = false, isWrong = false, children }: FigureProps) {
  const t = useCatalogText();
  return (
    <div className="es-adjust-number" aria-live={isLive ? 'polite' : undefined}>
      <small>{label}</small>
      <strong className={isWrong ? 'es-error' : undefined}>{children}</strong>
      {isWrong && <small className="es-error">{t('belowZero')}</small>}
    </div>
  );
}
