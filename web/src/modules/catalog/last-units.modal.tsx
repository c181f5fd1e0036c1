import { highestSafetyStock } from '@evenstock/contract/stores';
import { showVariant, updateVariant, type Variant } from '@evenstock/contract/variants';
import { App, Form, InputNumber, Select } from 'antd';
import { failureOf } from '../../api/failure.ts';
import { rememberReply, useWrite } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { showFieldErrors } from '../../ui/field-errors.ts';
import { FormModal } from '../../ui/form-modal.tsx';
import { useCatalogText } from './catalog.texts.ts';
import { lastUnitsToSend, marketplacesOf, type LastUnitsEntries } from './last-units.rules.ts';

interface LastUnitsProps {
  readonly variant: Variant;
  readonly onClose: () => void;
}

/** Chooses how many of the last units of a SKU are kept, and for which marketplace. */
export function LastUnitsModal({ variant, onClose }: LastUnitsProps) {
  const t = useCatalogText();
  const { storeId } = useStore();
  const { message } = App.useApp();
  const [form] = Form.useForm<LastUnitsEntries>();
  const units = Form.useWatch('units', form);
  const update = useWrite(updateVariant, ['variants']);
  const params = { storeId, variantId: variant.slug };
  const { last_units: kept } = variant;
  const save = (entries: LastUnitsEntries) =>
    update.mutate(
      { params, body: { variant: { last_units: lastUnitsToSend(entries) } } },
      {
        onSuccess: (reply) => {
          rememberReply(showVariant, { params, query: {} }, reply);
          onClose();
        },
        onError: (thrown) => {
          const reason = showFieldErrors(form, failureOf(thrown));
          void message.error(reason === null ? t('updateFailed') : t('updateFailedBecause', { reason }));
        },
      },
    );
  return (
    <FormModal<LastUnitsEntries>
      title={t('lastUnits')}
      open
      ok={t('save')}
      isPending={update.isPending}
      form={form}
      initialValues={{ units: kept?.units ?? 0, marketplace_id: kept?.marketplace.id }}
      onSubmit={save}
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
