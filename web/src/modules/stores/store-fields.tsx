import type { countries } from '@evenstock/contract/stores/stores';
import { Form, Input, Select, Switch } from 'antd';
import { useStoresText } from './stores.texts.ts';

/** The values of the form of a store. */
export interface StoreEntries {
  readonly name: string;
  readonly country: keyof typeof countries;
  readonly company_name?: string;
  readonly address?: string;
  readonly send_email_notifications: boolean;
  readonly send_stock_error: boolean;
}

/** The fields of a store, for creating and for editing one. */
export function StoreFields() {
  const t = useStoresText();
  return (
    <>
      <Form.Item
        name="name"
        label={t('name')}
        rules={[{ required: true, whitespace: true, message: t('nameRequired') }]}
      >
        <Input autoFocus maxLength={255} />
      </Form.Item>
      <Form.Item
        name="country"
        label={t('country')}
        rules={[{ required: true, message: t('countryRequired') }]}
      >
        <Select
          options={[
            { value: 'sg', label: t('singapore') },
            { value: 'vn', label: t('vietnam') },
            { value: 'id', label: t('indonesia') },
            { value: 'my', label: t('malaysia') },
          ]}
        />
      </Form.Item>
      <Form.Item name="company_name" label={t('companyName')}>
        <Input maxLength={255} />
      </Form.Item>
      <Form.Item name="address" label={t('address')}>
        <Input.TextArea rows={2} maxLength={1000} />
      </Form.Item>
      <div className="es-switch-row">
        <Form.Item name="send_email_notifications" valuePropName="checked" noStyle>
          <Switch id="send_email_notifications" />
        </Form.Item>
        <label htmlFor="send_email_notifications">{t('sendEmails')}</label>
      </div>
      <div className="es-switch-row">
        <Form.Item name="send_stock_error" valuePropName="checked" noStyle>
          <Switch id="send_stock_error" />
        </Form.Item>
        <label htmlFor="send_stock_error">{t('sendStockErrors')}</label>
      </div>
    </>
  );
}
