import type { Variant } from '@evenstock/contract/catalog/variants';
import { Form, Input } from 'antd';
import { FormModal } from '../../../ui/dialogs/form-modal.tsx';
import { useSaveVariant } from '../settings/save-settings.tsx';
import { typedBarcodes } from './barcodes.rules.ts';
import { useBarcodesText } from './barcodes.texts.ts';

interface AddBarcodesProps {
  readonly variant: Variant;
  readonly onClose: () => void;
}

interface Entries {
  readonly add_barcodes: string;
}

/** Enters barcodes for a SKU. A scanner types one and presses Enter. */
export function AddBarcodesModal({ variant, onClose }: AddBarcodesProps) {
  const t = useBarcodesText();
  const [form] = Form.useForm<Entries>();
  const { isPending, save } = useSaveVariant(variant, form, onClose);
  return (
    <FormModal<Entries>
      title={t('add')}
      open
      ok={t('save')}
      isPending={isPending}
      form={form}
      onSubmit={({ add_barcodes: text }) => {
        const add_barcodes = typedBarcodes(text);
        save({ add_barcodes }, () => ({ question: null, onSave: () => undefined }));
      }}
      onClose={onClose}
    >
      <Form.Item
        name="add_barcodes"
        label={t('hint')}
        extra={t('addHint')}
        rules={[{ required: true, whitespace: true, message: t('required') }]}
      >
        <Input autoFocus autoComplete="off" maxLength={1500} />
      </Form.Item>
    </FormModal>
  );
}
