import { highestSafetyStock } from '@evenstock/contract/stores';
import { showVariant, updateVariant, type Variant } from '@evenstock/contract/variants';
import { App, Button, Form, InputNumber } from 'antd';
import { useState } from 'react';
import { failureOf } from '../../api/failure.ts';
import { rememberReply, useWrite } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { showFieldErrors } from '../../ui/field-errors.ts';
import { Figure } from '../../ui/figures.tsx';
import { FormModal } from '../../ui/form-modal.tsx';
import { Count } from '../../ui/money.tsx';
import { useCatalogText } from './catalog.texts.ts';

/** The safety stock of a SKU and the dialog that changes it; nothing if the store has switched it off. */
export function SafetyStock({ variant }: { readonly variant: Variant }) {
  const t = useCatalogText();
  const { store, can } = useStore();
  const [changing, setChanging] = useState(false);
  if (!store.keeps_safety_stock) return null;
  return (
    <Figure label={t('safetyStock')}>
      <Count value={variant.safety_stock} />
      {can('product.work') && (
        <Button
          type="link"
          size="small"
          aria-label={t('changeSafetyStock')}
          onClick={() => setChanging(true)}
        >
          {t('change')}
        </Button>
      )}
      <SafetyStockModal variant={variant} open={changing} onClose={() => setChanging(false)} />
    </Figure>
  );
}

interface SafetyStockModalProps {
  readonly variant: Variant;
  readonly open: boolean;
  readonly onClose: () => void;
}

interface Entries {
  readonly safety_stock: number | null;
}

function SafetyStockModal({ variant, open, onClose }: SafetyStockModalProps) {
  const t = useCatalogText();
  const { storeId } = useStore();
  const { message } = App.useApp();
  const [form] = Form.useForm<Entries>();
  const update = useWrite(updateVariant, ['variants']);
  const params = { storeId, variantId: variant.slug };
  const save = ({ safety_stock: units }: Entries) =>
    update.mutate(
      { params, body: { variant: { safety_stock: units ?? 0 } } },
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
    <FormModal<Entries>
      title={t('safetyStock')}
      open={open}
      ok={t('save')}
      isPending={update.isPending}
      form={form}
      initialValues={{ safety_stock: variant.safety_stock }}
      onSubmit={save}
      onClose={onClose}
    >
      <Form.Item name="safety_stock" label={t('safetyStock')} extra={t('safetyStockHint')}>
        <InputNumber autoFocus precision={0} min={0} max={highestSafetyStock} />
      </Form.Item>
    </FormModal>
  );
}
