import { showVariant, updateVariant, type Variant } from '@evenstock/contract/variants';
import { App, Button, Form, InputNumber } from 'antd';
import { useState, type ReactNode } from 'react';
import { failureOf } from '../../api/failure.ts';
import { rememberReply, useWrite } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { showFieldErrors } from '../../ui/field-errors.ts';
import { Figure } from '../../ui/figures.tsx';
import { FormModal } from '../../ui/form-modal.tsx';
import { useCatalogText } from './catalog.texts.ts';

type UnitsField = 'safety_stock' | 'reorder_point';

interface VariantUnitsProps {
  readonly variant: Variant;
  readonly field: UnitsField;
  readonly label: string;
  readonly hint: string;
  /** The name of the button that opens the dialog. */
  readonly changeLabel: string;
  readonly most: number;
  /** What an emptied field means. */
  readonly whenEmpty: 0 | null;
  /** The number as it is shown. */
  readonly children: ReactNode;
}

type Entries = Partial<Record<UnitsField, number | null>>;

/** A number of units that belongs to a SKU, and the dialog that changes it. */
export function VariantUnits(props: VariantUnitsProps) {
  const { variant, field, label, hint, changeLabel, most, whenEmpty, children } = props;
  const t = useCatalogText();
  const { storeId, can } = useStore();
  const { message } = App.useApp();
  const [isChanging, setChanging] = useState(false);
  const [form] = Form.useForm<Entries>();
  const update = useWrite(updateVariant, ['variants']);
  const params = { storeId, variantId: variant.slug };
  const save = (entries: Entries) =>
    update.mutate(
      { params, body: { variant: { [field]: entries[field] ?? whenEmpty } } },
      {
        onSuccess: (reply) => {
          rememberReply(showVariant, { params, query: {} }, reply);
          setChanging(false);
        },
        onError: (thrown) => {
          const reason = showFieldErrors(form, failureOf(thrown));
          void message.error(reason === null ? t('updateFailed') : t('updateFailedBecause', { reason }));
        },
      },
    );
  return (
    <Figure label={label}>
      {children}
      {can('product.work') && (
        <Button type="link" size="small" aria-label={changeLabel} onClick={() => setChanging(true)}>
          {t('change')}
        </Button>
      )}
      <FormModal<Entries>
        title={label}
        open={isChanging}
        ok={t('save')}
        isPending={update.isPending}
        form={form}
        initialValues={{ [field]: variant[field] }}
        onSubmit={save}
        onClose={() => setChanging(false)}
      >
        <Form.Item name={field} label={label} extra={hint}>
          <InputNumber autoFocus precision={0} min={0} max={most} />
        </Form.Item>
      </FormModal>
    </Figure>
  );
}
