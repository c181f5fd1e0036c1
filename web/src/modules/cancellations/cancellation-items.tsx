import type { CancellationOffer } from '@evenstock/contract/cancellations/cancellations';
import { channels, type ChannelKind } from '@evenstock/contract/channels/channels';
import { Alert, Form, Input, Radio, Select } from 'antd';
import { useMessageText } from '../../i18n/message-text.ts';
import {
  reasonOf,
  refundChoices,
  refundText,
  type CancellationFields,
  type RefundChoice,
} from './cancellation-fields.rules.ts';
import { useCancellationsText } from './cancellations.texts.ts';

interface CancellationItemsProps {
  readonly offer: CancellationOffer;
  readonly channel: ChannelKind;
}

/** What the buyer gets back: for the member to choose, or a sentence on who decides it. */
function RefundItems({ offer: { refund, refund_decided_by: decidedBy }, channel }: CancellationItemsProps) {
  const t = useCancellationsText();
  const chosen: RefundChoice | undefined = Form.useWatch(
    'refund',
    Form.useFormInstance<CancellationFields>(),
  );
  if (decidedBy === 'marketplace')
    return <p className="es-quiet">{t('refundsItself', { marketplace: channels[channel].label })}</p>;
  if (refund === null) return <p className="es-quiet">{t('nothingPaid')}</p>;
  return (
    <>
      <Form.Item name="refund" label={t('refund')} required>
        <Radio.Group
          className="es-refund"
          options={refundChoices.map((value) => ({
            value,
            label: t(`refund_${value}`, { amount: refundText(refund, value) }),
          }))}
        />
      </Form.Item>
      {chosen === 'nothing' && (
        <Alert
          className="es-dialog-problem"
          type="warning"
          showIcon
          role="alert"
          title={t('refundNothingWarning', { amount: refundText(refund, 'everything') })}
        />
      )}
    </>
  );
}

/** Form items for the reason of a cancellation and the other fields of its marketplace. */
export function CancellationItems({ offer, channel }: CancellationItemsProps) {
  const t = useCancellationsText();
  const messageText = useMessageText();
  const form = Form.useFormInstance<CancellationFields>();
  const key: string | undefined = Form.useWatch('reason_id', form);
  const reason = reasonOf(offer, key);
  const textField = offer.text_field ?? (reason?.needs_detail === true ? 'reason_detail' : null);
  return (
    <>
      <Form.Item
        name="reason_id"
        label={t('reason')}
        rules={[{ required: true, whitespace: true, message: t('reasonRequired') }]}
      >
        {offer.reasons.length === 0 ? (
          <Input autoComplete="off" maxLength={255} />
        ) : (
          <Select
            placeholder={t('chooseReason')}
            options={offer.reasons.map(({ key: value, label, label_message: words }) => ({
              value,
              label: messageText({ ...words, text: label }),
            }))}
          />
        )}
      </Form.Item>
      {textField !== null && (
        <Form.Item
          name={textField}
          label={t(offer.text_field === 'reason_detail' ? 'detailKeptHere' : textField)}
          rules={[
            { required: reason?.needs_detail === true, whitespace: true, message: t('detailRequired') },
          ]}
        >
          <Input.TextArea rows={2} maxLength={1000} />
        </Form.Item>
      )}
      <RefundItems offer={offer} channel={channel} />
    </>
  );
}
