import { type countries, createStore, listStoreProfiles } from '@evenstock/contract/stores';
import { Form, Input, Modal, Select, Switch } from 'antd';
import { useNavigate } from 'react-router';
import { failureOf, recordError } from '../../app/failure.ts';
import { notify } from '../../app/notices.ts';
import { queryClient, useWrite } from '../../app/queries.ts';
import { showFieldErrors } from '../../ui/field-errors.ts';
import { useUiText } from '../../ui/ui.texts.ts';
import { useStoresText } from './stores.texts.ts';

type Country = keyof typeof countries;

interface Entries {
  readonly name: string;
  readonly country: Country;
  readonly company_name?: string;
  readonly address?: string;
  readonly send_email_notifications: boolean;
  readonly send_stock_error: boolean;
}

const start: Partial<Entries> = { country: 'sg', send_email_notifications: true, send_stock_error: false };

/** Creates a store and opens its marketplaces. */
export function NewStoreModal({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const t = useStoresText();
  const common = useUiText();
  const navigate = useNavigate();
  const [form] = Form.useForm<Entries>();
  const create = useWrite(createStore);

  const submit = (entries: Entries) => {
    create.mutate(
      { body: { store: entries } },
      {
        onSuccess: ({ store }) => {
          notify({ kind: 'success', text: t('created', { name: store.name }) });
          void queryClient.invalidateQueries({ queryKey: [listStoreProfiles.name] });
          onClose();
          void navigate(`/stores/${store.slug}/marketplaces`);
        },
        onError: (error) => {
          const failure = failureOf(error);
          const elsewhere = showFieldErrors(form, failure);
          const reason = recordError(failure, 'store') ?? elsewhere;
          if (failure.kind === 'fields' && reason === null) return;
          notify({
            kind: 'error',
            text: reason === null ? t('createFailedPlain') : t('createFailed', { reason }),
          });
        },
      },
    );
  };

  return (
    <Modal
      title={t('newStore')}
      open={open}
      onCancel={onClose}
      okText={t('create')}
      cancelText={common('cancel')}
      okButtonProps={{ htmlType: 'submit', form: 'new-store' }}
      confirmLoading={create.isPending}
      afterClose={() => form.resetFields()}
      destroyOnHidden
    >
      <Form<Entries>
        id="new-store"
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={start}
        onFinish={submit}
      >
        <Form.Item
          name="name"
          label={t('name')}
          rules={[{ required: true, whitespace: true, message: 'Name is required' }]}
        >
          <Input autoFocus maxLength={255} />
        </Form.Item>
        <Form.Item
          name="country"
          label={t('country')}
          rules={[{ required: true, message: 'Country is required' }]}
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
      </Form>
    </Modal>
  );
}
