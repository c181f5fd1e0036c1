import { createOrder } from '@evenstock/contract/orders/order-work';
import { Alert, Form, Input, Select } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { failureOf } from '../../api/failure.ts';
import { touchedByOrders } from '../../api/order-replies.ts';
import { useWrite } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { ActDialog } from '../../ui/dialogs/act-dialog.tsx';
import { showFieldErrors } from '../../ui/forms/field-errors.ts';
import { message } from '../../ui/dialogs/overlays.ts';
import { useOrdersText } from './orders.texts.ts';

interface Fields {
  readonly marketplace_id: number;
  readonly reference_number: string;
}

/** Fetches an order by its number from a marketplace, and opens it. */
export function NewOrderModal({ onClose }: { readonly onClose: () => void }) {
  const t = useOrdersText();
  const { store, storeId } = useStore();
  const navigate = useNavigate();
  const [form] = Form.useForm<Fields>();
  const [problem, setProblem] = useState<string | null>(null);
  const create = useWrite(createOrder, touchedByOrders);
  return (
    <ActDialog
      title={t('newOrder')}
      ok={t('fetchOrder')}
      isPending={create.isPending}
      onOk={() => form.submit()}
      isUnsaved={() => form.isFieldsTouched()}
      onClose={onClose}
    >
      <Form<Fields>
        form={form}
        layout="vertical"
        requiredMark={false}
        disabled={create.isPending}
        onFinish={(order) => {
          setProblem(null);
          create.mutate(
            { params: { storeId }, body: { order } },
            {
              onSuccess: ({ order: { number, reference_number: reference } }) => {
                message.success(t('orderCreated', { number }));
                void navigate(`/stores/${storeId}/orders/${encodeURIComponent(reference)}`);
              },
              onError: (thrown) => {
                const reason = showFieldErrors(form, failureOf(thrown));
                setProblem(reason === null ? t('createFailed') : t('createFailedBecause', { reason }));
              },
            },
          );
        }}
      >
        {problem !== null && (
          <Alert className="es-dialog-problem" type="error" showIcon role="alert" title={problem} />
        )}
        <p className="es-quiet">{t('newOrderHint')}</p>
        <Form.Item
          name="marketplace_id"
          label={t('marketplace')}
          rules={[{ required: true, message: t('marketplaceRequired') }]}
        >
          <Select
            showSearch={{ optionFilterProp: 'label' }}
            options={store.marketplaces.map(({ id, name }) => ({ value: id, label: name }))}
          />
        </Form.Item>
        <Form.Item
          name="reference_number"
          label={t('orderNumber')}
          rules={[{ required: true, whitespace: true, message: t('orderNumberRequired') }]}
        >
          <Input autoComplete="off" maxLength={255} />
        </Form.Item>
      </Form>
    </ActDialog>
  );
}
