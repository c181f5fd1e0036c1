import { downloadSelectedVariants } from '@evenstock/contract/spreadsheets/spreadsheets';
import { Button, Checkbox, Form, Input } from 'antd';
import { useState } from 'react';
import { useSend } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { Panel } from '../../ui/pages/panel.tsx';
import { isTypedInto, useUnsaved } from '../../ui/dialogs/unsaved.ts';
import { useSpreadsheetsText } from './spreadsheets.texts.ts';
import { skusOf } from './skus.rules.ts';
import { useExport } from './use-export.tsx';

interface Fields {
  readonly skus: string;
  readonly exact: boolean;
}

const nothing: Fields = { skus: '', exact: true };

/** Exports SKUs by their codes. */
export default function ExportProductsPage() {
  const t = useSpreadsheetsText();
  const { storeId } = useStore();
  const [form] = Form.useForm<Fields>();
  const [exported, setExported] = useState(nothing);
  const { isPending, start } = useExport(useSend(downloadSelectedVariants, ['operations']), {
    done: (email) => t('mailed', { email }),
    failed: t('exportFailed'),
  });
  useUnsaved({ isUnsaved: () => !isPending && isTypedInto(form, exported) });
  return (
    <>
      <PageHeader
        title={t('exportBySku')}
        trail={[{ label: t('products'), to: `/stores/${storeId}/products` }]}
      />
      <Panel>
        <Form<Fields>
          form={form}
          layout="vertical"
          requiredMark={false}
          initialValues={nothing}
          onFinish={(fields) =>
            start(
              {
                params: { storeId },
                body: { variants: { skus: skusOf(fields.skus), search_exact_skus: fields.exact } },
              },
              () => setExported(fields),
            )
          }
        >
          <Form.Item
            name="skus"
            label={t('skus')}
            extra={t('skusHint')}
            rules={[
              {
                validator: (_, value: string) =>
                  skusOf(value).length > 0 ? Promise.resolve() : Promise.reject(new Error(t('skusRequired'))),
              },
            ]}
          >
            <Input.TextArea rows={10} autoFocus spellCheck={false} />
          </Form.Item>
          <Form.Item name="exact" valuePropName="checked" extra={t('exactHint')}>
            <Checkbox>{t('exactSkus')}</Checkbox>
          </Form.Item>
          <Button type="primary" htmlType="submit" loading={isPending}>
            {t('submit')}
          </Button>
        </Form>
      </Panel>
    </>
  );
}
