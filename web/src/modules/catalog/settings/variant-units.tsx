import type { Variant } from '@evenstock/contract/catalog/variants';
import { Button, Form, InputNumber } from 'antd';
import { useState, type ReactNode } from 'react';
import { useStore } from '../../../api/store-context.ts';
import { Figure } from '../../../ui/values/figures.tsx';
import { FormModal } from '../../../ui/dialogs/form-modal.tsx';
import { useCatalogText } from '../product/catalog.texts.ts';
import { useSaveSettings } from './save-settings.tsx';

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
  const { label, changeLabel, children } = props;
  const t = useCatalogText();
  const { can } = useStore();
  const [isChanging, setChanging] = useState(false);
  return (
    <Figure label={label}>
      {children}
      {can('product.work') && (
        <Button type="link" size="small" aria-label={changeLabel} onClick={() => setChanging(true)}>
          {t('change')}
        </Button>
      )}
      {isChanging && <UnitsModal {...props} onClose={() => setChanging(false)} />}
    </Figure>
  );
}

function UnitsModal(props: VariantUnitsProps & { readonly onClose: () => void }) {
  const { variant, field, label, hint, most, whenEmpty, onClose } = props;
  const t = useCatalogText();
  const [form] = Form.useForm<Entries>();
  const { isPending, save } = useSaveSettings(variant, form, onClose);
  return (
    <FormModal<Entries>
      title={label}
      open
      ok={t('save')}
      isPending={isPending}
      form={form}
      initialValues={{ [field]: variant[field] }}
      onSubmit={(entries) => save({ [field]: entries[field] ?? whenEmpty })}
      onClose={onClose}
    >
      <Form.Item name={field} label={label} extra={hint}>
        <InputNumber autoFocus precision={0} min={0} max={most} />
      </Form.Item>
    </FormModal>
  );
}
