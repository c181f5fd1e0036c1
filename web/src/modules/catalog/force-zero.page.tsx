import { Button, Form, Input, Space } from 'antd';
import { useState } from 'react';
import { withReason } from '../../api/failure.ts';
import { useStore } from '../../api/store-context.ts';
import { showFieldErrors } from '../../ui/forms/field-errors.ts';
import { message } from '../../ui/dialogs/overlays.ts';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { Panel } from '../../ui/pages/panel.tsx';
import { isTypedInto, useUnsaved } from '../../ui/dialogs/unsaved.ts';
import { useAllowSync } from './product/allow-sync.tsx';
import { useCatalogText } from './product/catalog.texts.ts';
import { ForceZeroPreview, type AskedForceZero } from './listings/force-zero-preview.tsx';
import { ForceZeroFields, removeDates, windowOf, type WindowFields } from './listings/force-zero-fields.tsx';

interface Fields extends WindowFields {
  readonly marketplace_item_ids: string;
}

/** Sets or clears a window in which all listings of many items show 0. */
export default function ForceZeroPage() {
  const t = useCatalogText();
  const { storeId, store } = useStore();
  const allowSync = useAllowSync();
  const [form] = Form.useForm<Fields>();
  const [asked, ask] = useState<AskedForceZero | null>(null);
  useUnsaved({ isUnsaved: () => asked === null && form.isFieldsTouched() && isTypedInto(form, {}) });
  const review = (fields: Fields) =>
    ask({ ...windowOf(fields, store.time_zone), marketplace_item_ids: fields.marketplace_item_ids });
  return (
    <>
      <PageHeader
        title={t('forceZero')}
        trail={[{ label: t('products'), to: `/stores/${storeId}/products` }]}
        subtitle={t('forceZeroLead')}
      />
      <div className="es-narrow-page">
        <Panel>
          <Form<Fields>
            form={form}
            layout="vertical"
            requiredMark={false}
            onFinish={(fields) => allowSync(() => review(fields))}
          >
            <ForceZeroFields />
            <Form.Item
              name="marketplace_item_ids"
              label={t('marketplaceItemIds')}
              extra={t('marketplaceItemIdsHint')}
              rules={[{ required: true, whitespace: true, message: t('itemIdRequired') }]}
            >
              <Input.TextArea rows={8} autoComplete="off" spellCheck={false} />
            </Form.Item>
            <p className="es-quiet">{t('forceZeroChecked')}</p>
            <Space wrap>
              <Button type="primary" htmlType="submit">
                {t('submit')}
              </Button>
              <Button onClick={() => removeDates(form)}>{t('removeDates')}</Button>
            </Space>
          </Form>
        </Panel>
        {asked !== null && (
          <ForceZeroPreview
            asked={asked}
            onDone={(count) => {
              message.success(t('forceZeroDone', { count }));
              ask(null);
              form.resetFields();
            }}
            onFailed={(failure) => {
              message.error(withReason(t('forceZeroFailed'), showFieldErrors(form, failure)));
              ask(null);
            }}
            onClose={() => ask(null)}
          />
        )}
      </div>
    </>
  );
}
