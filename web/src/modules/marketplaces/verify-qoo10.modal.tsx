import { verifyQoo10 } from '@evenstock/contract/authorisation';
import { Form, Input, Modal } from 'antd';
import { failureOf, recordError } from '../../api/failure.ts';
import { useWrite } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { showFieldErrors } from '../../ui/field-errors.ts';
import { notify } from '../../ui/notices.ts';
import { useUiText } from '../../ui/ui.texts.ts';
import type { MarketplaceDetail } from './marketplace-detail.ts';
import { authoriseAction } from './marketplace-status.rules.ts';
import { useMarketplacesText } from './marketplaces.texts.ts';

interface Entries {
  readonly qapi_key_code: string;
  readonly qoo10_user_id: string;
  readonly qoo10_password: string;
}

/** Qoo10 has no consent page: its seller types in the keys. */
export function VerifyQoo10Modal({
  marketplace: { slug, name, state, channel },
  open,
  onClose,
}: {
  readonly marketplace: MarketplaceDetail;
  readonly open: boolean;
  readonly onClose: () => void;
}) {
  const t = useMarketplacesText();
  const common = useUiText();
  const { storeId } = useStore();
  const [form] = Form.useForm<Entries>();
  const verify = useWrite(verifyQoo10, ['marketplaces', 'pulls', 'store']);

  const submit = (marketplace: Entries) => {
    verify.mutate(
      { params: { storeId, marketplaceId: slug }, body: { marketplace } },
      {
        onSuccess: () => {
          onClose();
          notify({ kind: 'success', text: t('verified_success', { name }) });
        },
        onError: (error) => {
          const failure = failureOf(error);
          const elsewhere = showFieldErrors(form, failure);
          const reason = recordError(failure, 'marketplace') ?? elsewhere;
          if (failure.kind === 'fields' && reason === null) return;
          notify({
            kind: 'error',
            text: reason === null ? t('verifyFailedPlain', { name }) : t('verifyFailed', { name, reason }),
          });
        },
      },
    );
  };

  return (
    <Modal
      title={t('verifyTitle', { name })}
      open={open}
      onCancel={onClose}
      okText={t(authoriseAction({ state, channel }))}
      cancelText={common('cancel')}
      okButtonProps={{ htmlType: 'submit', form: 'verify-qoo10' }}
      confirmLoading={verify.isPending}
      afterClose={() => form.resetFields()}
      destroyOnHidden
    >
      <Form<Entries> id="verify-qoo10" form={form} layout="vertical" requiredMark={false} onFinish={submit}>
        <Form.Item
          name="qapi_key_code"
          label={t('qapiKeyCode')}
          extra={t('qoo10Hint')}
          rules={[{ required: true, whitespace: true, message: t('qapiKeyCodeRequired') }]}
        >
          <Input autoFocus maxLength={255} autoComplete="off" spellCheck={false} />
        </Form.Item>
        <Form.Item
          name="qoo10_user_id"
          label={t('qoo10UserId')}
          rules={[{ required: true, whitespace: true, message: t('qoo10UserIdRequired') }]}
        >
          <Input maxLength={255} autoComplete="off" autoCapitalize="none" spellCheck={false} />
        </Form.Item>
        <Form.Item
          name="qoo10_password"
          label={t('qoo10Password')}
          rules={[{ required: true, message: t('qoo10PasswordRequired') }]}
        >
          <Input.Password maxLength={255} autoComplete="new-password" />
        </Form.Item>
      </Form>
    </Modal>
  );
}
