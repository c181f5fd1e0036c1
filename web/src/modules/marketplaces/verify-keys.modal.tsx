import { verificationAt } from '@evenstock/contract/connections/connections';
import { Form, Input } from 'antd';
import { failureOf, recordError } from '../../api/failure.ts';
import { useWrite } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { showFieldErrors } from '../../ui/forms/field-errors.ts';
import { FormModal } from '../../ui/dialogs/form-modal.tsx';
import { notify } from '../../ui/pages/notices.ts';
import { useWords } from '../../ui/texts/words.ts';
import type { MarketplaceDetail } from './marketplace-detail.ts';
import { authoriseAction } from './marketplace-status.rules.ts';
import { useMarketplacesText } from './marketplaces.texts.ts';

type Entries = Readonly<Record<string, string>>;

/** For channels without a consent page: the seller types the API keys. */
export function VerifyKeysModal({
  marketplace: { slug, name, state, channel },
  open,
  onClose,
}: {
  readonly marketplace: MarketplaceDetail;
  readonly open: boolean;
  readonly onClose: () => void;
}) {
  const t = useMarketplacesText();
  const say = useWords();
  const { storeId } = useStore();
  const [form] = Form.useForm<Entries>();
  const { consent, endpoint } = verificationAt(channel);
  const verify = useWrite(endpoint, ['marketplaces', 'pulls', 'store']);

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
    <FormModal<Entries>
      title={t('verifyTitle', { name })}
      open={open}
      ok={t(authoriseAction({ state, channel }))}
      isPending={verify.isPending}
      form={form}
      onSubmit={submit}
      onClose={onClose}
    >
      {consent.keys.map(({ field, label, isSecret }, index) => (
        <Form.Item
          key={field}
          name={field}
          label={say(label)}
          extra={index === 0 ? say(consent.hint) : undefined}
          rules={[{ required: true, whitespace: !isSecret, message: t('keyRequired', { key: say(label) }) }]}
        >
          {isSecret ? (
            <Input.Password maxLength={255} autoComplete="new-password" />
          ) : (
            <Input
              autoFocus={index === 0}
              maxLength={255}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
          )}
        </Form.Item>
      ))}
    </FormModal>
  );
}
