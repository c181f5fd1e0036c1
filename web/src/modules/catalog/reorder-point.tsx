import { highestReorderPoint, showVariant, updateVariant, type Variant } from '@evenstock/contract/variants';
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

/** The reorder point of a SKU and the dialog that changes it; nothing if the store has switched it off. */
export function ReorderPoint({ variant }: { readonly variant: Variant }) {
  const t = useCatalogText();
  const { store, can } = useStore();
  const [changing, setChanging] = useState(false);
  const days = store.running_out_days;
  if (days === null) return null;
  return (
    <Figure label={t('reorderPoint')}>
      {variant.reorder_point === null ? (
        <small className="es-quiet">{t('reorderPointDays', { count: days })}</small>
      ) : (
        <Count value={variant.reorder_point} />
      )}
      {can('product.work') && (
        <Button
          type="link"
          size="small"
          aria-label={t('changeReorderPoint')}
          onClick={() => setChanging(true)}
        >
          {t('change')}
        </Button>
      )}
      <ReorderPointModal variant={variant} days={days} open={changing} onClose={() => setChanging(false)} />
    </Figure>
  );
}

interface ReorderPointModalProps {
  readonly variant: Variant;
  /** The store's days of cover. */
  readonly days: number;
  readonly open: boolean;
  readonly onClose: () => void;
}

interface Entries {
  readonly reorder_point: number | null;
}

function ReorderPointModal({ variant, days, open, onClose }: ReorderPointModalProps) {
  const t = useCatalogText();
  const { storeId } = useStore();
  const { message } = App.useApp();
  const [form] = Form.useForm<Entries>();
  const update = useWrite(updateVariant, ['variants']);
  const params = { storeId, variantId: variant.slug };
  const save = ({ reorder_point }: Entries) =>
    update.mutate(
      { params, body: { variant: { reorder_point } } },
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
      title={t('reorderPoint')}
      open={open}
      ok={t('save')}
      isPending={update.isPending}
      form={form}
      initialValues={{ reorder_point: variant.reorder_point }}
      onSubmit={save}
      onClose={onClose}
    >
      <Form.Item
        name="reorder_point"
        label={t('reorderPoint')}
        extra={t('reorderPointHint', { count: days })}
      >
        <InputNumber autoFocus precision={0} min={0} max={highestReorderPoint} />
      </Form.Item>
    </FormModal>
  );
}
