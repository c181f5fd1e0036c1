import type { CancellationOffer } from '@evenstock/contract/cancellations/cancellations';
import { Checkbox, Form, Input, Select } from 'antd';
import { useMessageText } from '../../i18n/message-text.ts';
import { reasonOf, type CancellationFields } from './cancellation-fields.rules.ts';
import { useCancellationsText } from './cancellations.texts.ts';

/** Form items for the reason of a cancellation and the other fields of its marketplace. */
export function CancellationItems({ offer }: { readonly offer: CancellationOffer }) {
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
          label={t(textField)}
          rules={[
            { required: reason?.needs_detail === true, whitespace: true, message: t('detailRequired') },
          ]}
        >
          <Input.TextArea rows={2} maxLength={1000} />
        </Form.Item>
      )}
      {offer.offers_delivery_refund && (
        <Form.Item name="refund_delivery_fee" valuePropName="checked" initialValue>
          <Checkbox>{t('refundDelivery')}</Checkbox>
        </Form.Item>
      )}
    </>
  );
}
