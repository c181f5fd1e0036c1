import { sendReferralEmails } from '@evenstock/contract/stores/referrals';
import { Button, Form, Input, Result } from 'antd';
import { failureOf, withReason } from '../../api/failure.ts';
import { useWrite } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { CopyButton } from '../../ui/values/copy-button.tsx';
import { showFieldErrors } from '../../ui/forms/field-errors.ts';
import { notify } from '../../ui/pages/notices.ts';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { Panel } from '../../ui/pages/panel.tsx';
import { useStoresText } from './stores.texts.ts';

/** The store's referral link, and mails that carry it. */
export default function ReferFriendPage() {
  const t = useStoresText();
  const { store } = useStore();
  return (
    <>
      <PageHeader title={t('referFriend')} />
      {store.referral_url === null ? (
        <Result title={t('referOff')} icon={null} />
      ) : (
        <div className="es-narrow-page">
          <Panel title={t('referLink')}>
            <div className="es-help">
              <p>{t('referLead')}</p>
              <p className="es-strong">{t('referReward')}</p>
              <div className="es-copy-line">
                <Input readOnly value={store.referral_url} aria-label={t('referLink')} />
                <CopyButton text={store.referral_url} label={t('copyLink')} />
              </div>
            </div>
          </Panel>
          <ReferralMails />
        </div>
      )}
    </>
  );
}

interface Entries {
  readonly emails: string;
}

function ReferralMails() {
  const t = useStoresText();
  const { storeId } = useStore();
  const [form] = Form.useForm<Entries>();
  const send = useWrite(sendReferralEmails);
  const submit = ({ emails }: Entries) => {
    send.mutate(
      { params: { storeId }, body: { store: { emails } } },
      {
        onSuccess: ({ count }) => {
          notify({ kind: 'success', text: t('referSent', { count }) });
          form.resetFields();
        },
        onError: (error) => {
          const reason = showFieldErrors(form, failureOf(error));
          notify({
            kind: 'error',
            text: withReason(t('referFailed'), reason),
          });
        },
      },
    );
  };
  return (
    <Panel title={t('referByMail')}>
      <Form<Entries> form={form} layout="vertical" requiredMark={false} onFinish={submit}>
        <Form.Item
          name="emails"
          label={t('referEmails')}
          extra={t('referEmailsHint')}
          rules={[{ required: true, whitespace: true, message: t('referEmailRequired') }]}
        >
          <Input.TextArea rows={3} placeholder="ann@example.com, ben@example.com" />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={send.isPending}>
          {t('referSend')}
        </Button>
      </Form>
    </Panel>
  );
}
