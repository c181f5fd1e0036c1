import { showProduct, updateProduct } from '@evenstock/contract/products';
import { EditOutlined } from '@ant-design/icons';
import { Button, Form, Input, Space } from 'antd';
import { useEffect, useState } from 'react';
import { useBeforeUnload, useBlocker } from 'react-router';
import type { Reply } from '../../api/call.ts';
import { failureOf } from '../../api/failure.ts';
import { rememberReply, useWrite } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { showFieldErrors } from '../../ui/field-errors.ts';
import { message, modal } from '../../ui/overlays.ts';
import { useCatalogText } from './catalog.texts.ts';

type Product = Reply<typeof showProduct>['product'];

/** The button that opens the form, for those who may. */
export function EditProductName({ onEdit }: { readonly onEdit: () => void }) {
  const t = useCatalogText();
  const { can } = useStore();
  if (!can('product.work')) return null;
  return (
    <Button icon={<EditOutlined />} onClick={onEdit}>
      {t('editName')}
    </Button>
  );
}

/** Renames a product. Who leaves with another name typed in is warned; who saves over a newer change sees it. */
export function ProductNameForm({
  product,
  onClose,
}: {
  readonly product: Product;
  readonly onClose: () => void;
}) {
  const t = useCatalogText();
  const { storeId } = useStore();
  const [form] = Form.useForm<{ name: string }>();
  const [readAt] = useState(product.updated_at);
  const typed = Form.useWatch<string | undefined>('name', form) ?? product.name;
  const update = useWrite(updateProduct, ['variants']);
  useLeaveWarning(typed.trim() !== product.name && !update.isSuccess);
  const params = { storeId, productId: product.slug };

  function save({ name }: { name: string }, since: string | null): void {
    const body = { product: { name, ...(since === null ? {} : { if_unchanged_since: since }) } };
    update.mutate(
      { params, body },
      {
        onSuccess: (reply) => {
          rememberReply(showProduct, { params }, reply);
          onClose();
        },
        onError: (thrown) => {
          const failure = failureOf(thrown);
          const reason = showFieldErrors(form, failure);
          if (failure.kind === 'plain' && failure.status === 409) {
            modal.confirm({
              title: t('saveOverTitle'),
              content: reason,
              okText: t('saveOver'),
              cancelText: t('cancel'),
              icon: null,
              onOk: () => save({ name }, null),
            });
            return;
          }
          const failed = { name: product.name };
          message.error(
            reason === null
              ? t('productUpdateFailed', failed)
              : t('productUpdateFailedBecause', { ...failed, reason }),
          );
        },
      },
    );
  }

  return (
    <Form<{ name: string }>
      form={form}
      layout="vertical"
      requiredMark={false}
      initialValues={{ name: product.name }}
      onFinish={(fields) => save(fields, readAt)}
      className="es-narrow-page"
    >
      <Form.Item
        name="name"
        label={t('name')}
        extra={t('productNameHint')}
        rules={[{ required: true, whitespace: true, message: t('ownNameRequired') }]}
      >
        <Input autoFocus maxLength={255} showCount autoComplete="off" />
      </Form.Item>
      <Form.Item>
        <Space>
          <Button type="primary" htmlType="submit" loading={update.isPending}>
            {t('save')}
          </Button>
          <Button onClick={onClose}>{t('cancel')}</Button>
        </Space>
      </Form.Item>
    </Form>
  );
}

/** The browser asks before what was typed in is lost: on a reload, on closing, and on a way to another screen. */
function useLeaveWarning(isUnsaved: boolean): void {
  const t = useCatalogText();
  useBeforeUnload((event) => {
    if (isUnsaved) event.preventDefault();
  });
  const blocker = useBlocker(isUnsaved);
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    if (globalThis.confirm(t('leaveUnsaved'))) blocker.proceed();
    else blocker.reset();
  }, [blocker, t]);
}
