import type { ShipmentForm } from '@evenstock/contract/fulfilment/fulfilment';
import { Form, Radio } from 'antd';
import { useMessageText } from '../../i18n/message-text.ts';
import { AskedFields } from '../../ui/forms/asked-fields.tsx';
import { useFulfilmentText } from './fulfilment.texts.ts';
import { methodOf, type ShipmentFields } from './shipment-answers.rules.ts';

interface ShipmentFormItemsProps {
  readonly asked: ShipmentForm;
  /** The channel's name. */
  readonly marketplace: string;
}

/** Form items for the shipping method and the fields of the chosen method. */
export function ShipmentFormItems({ asked, marketplace }: ShipmentFormItemsProps) {
  const t = useFulfilmentText();
  const messageText = useMessageText();
  const form = Form.useFormInstance<ShipmentFields>();
  const key: string | undefined = Form.useWatch('method', form);
  const method = methodOf(asked, key);
  return (
    <>
      {asked.methods.length > 1 && (
        <Form.Item className="es-wide-field" name="method" label={t('method')} required>
          <Radio.Group
            options={asked.methods.map(({ key: value, label, label_message: words }) => ({
              value,
              label: messageText({ ...words, text: label }),
            }))}
          />
        </Form.Item>
      )}
      <AskedFields key={method?.key} fields={method?.fields ?? []} />
      {method?.fields.length === 0 && (
        <p className="es-quiet es-wide-field">
          {asked.is_recorded_here ? t('recordedHere') : t('nothingAsked', { marketplace })}
        </p>
      )}
    </>
  );
}
