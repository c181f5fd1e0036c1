import { highestSafetyStock } from '@evenstock/contract/stores/stores';
import type { Variant } from '@evenstock/contract/catalog/variants';
import { Form, InputNumber, Select } from 'antd';
import { FormModal } from '../../../ui/dialogs/form-modal.tsx';
import { useCatalogText } from '../product/catalog.texts.ts';
import { lastUnitsToSend, marketplacesOf, type LastUnitsEntries } from './last-units.rules.ts';
import { useSaveSettings } from './save-settings.tsx';

interface LastUnitsProps {
  readonly variant: Variant;
  readonly onClose: () => void;
}

/** Chooses how many of the last units of a SKU are kept, and for which marketplace. */
export function LastUnitsModal({ variant, onClose }: LastUnitsProps) {
  const t = useCatalogText();
  const [form] = Form.useForm<LastUnitsEntries>();
  const units = Form.useWatch('units', form);
  const { last_units: kept } = variant;
  const { isPending, save } = useSaveSettings(variant, form, onClose);
  return (
    <FormModal<LastUnitsEntries>
      title={t('lastUnits')}
      open
      ok={t('save')}
      isPending={isPending}
      form={form}
      initialValues={{ units: kept?.units ?? 0, marketplace_id: kept?.marketplace.id }}
      onSubmit={(entries) => save({ last_units: lastUnitsToSend(entries) })}
      onClose={onClose}
    >
      <Form.Item name="units" label={t('lastUnitsKept')} extra={t('lastUnitsHint')}>
        <InputNumber autoFocus precision={0} min={0} max={highestSafetyStock} />
      </Form.Item>
      <Form.Item
        name="marketplace_id"
        label={t('keptFor')}
        rules={[{ required: Boolean(units), message: t('chooseKeptFor') }]}
      >
        <Select
          placeholder={t('chooseKeptFor')}
          options={marketplacesOf(variant).map(({ id, name }) => ({ value: id, label: name }))}
        />
      </Form.Item>
    </FormModal>
  );
}
