import { showProduct, updateProduct } from '@evenstock/contract/catalog/products';
import { EditOutlined } from '@ant-design/icons';
import { Button, Form, Input, Space } from 'antd';
import { useState } from 'react';
import type { Reply } from '../../../api/call.ts';
import { failureOf, withReason } from '../../../api/failure.ts';
import { rememberReply, useWrite } from '../../../api/queries.ts';
import { useStore } from '../../../api/store-context.ts';
import { showFieldErrors } from '../../../ui/forms/field-errors.ts';
import { message } from '../../../ui/dialogs/overlays.ts';
import { isChangedMeanwhile, useSaveOver } from '../../../ui/dialogs/save-over.ts';
import { isTypedInto, useUnsaved } from '../../../ui/dialogs/unsaved.ts';
import { useAllowSync } from './allow-sync.tsx';
import { useCatalogText } from './catalog.texts.ts';

type Product = Reply<typeof showProduct>['product'];

/** The button that opens the form, if the user may rename. */
export function EditProductName({ onEdit }: { readonly onEdit: () => void }) {
  const t = useCatalogText();
  const { can } = useStore();
  const allowSync = useAllowSync();
  if (!can('product.work')) return null;
  return (
    <Button icon={<EditOutlined />} onClick={() => allowSync(onEdit)}>
      {t('editName')}
    </Button>
  );
}

/** Renames a product. Leaving with an unsaved name asks first, and so does saving over a newer change. */
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
  // The name when the form opened.
  const [opened] = useState(product);
  const saveOver = useSaveOver();
  const update = useWrite(updateProduct, ['variants']);
  const isUnsaved = () => !update.isPending && isTypedInto(form, { name: opened.name });
  const close = useUnsaved({ isUnsaved, onClose });
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
          if (isChangedMeanwhile(failure)) {
            saveOver(reason, () => save({ name }, null));
            return;
          }
          const failed = { name: product.name };
          message.error(withReason(t('productUpdateFailed', failed), reason));
        },
      },
    );
  }

  return (
    <Form<{ name: string }>
      form={form}
      layout="vertical"
      requiredMark={false}
      initialValues={{ name: opened.name }}
      onFinish={(fields) => save(fields, opened.updated_at)}
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
          <Button onClick={close}>{t('cancel')}</Button>
        </Space>
      </Form.Item>
    </Form>
  );
}
