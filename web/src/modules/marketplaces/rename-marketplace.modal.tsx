import { updateMarketplace } from '@evenstock/contract/marketplaces/marketplaces';
import { Form, Input } from 'antd';
import { failureOf, recordError, withReason } from '../../api/failure.ts';
import { useWrite } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { showFieldErrors } from '../../ui/forms/field-errors.ts';
import { FormModal } from '../../ui/dialogs/form-modal.tsx';
import { notify } from '../../ui/pages/notices.ts';
import type { MarketplaceDetail } from './marketplace-detail.ts';
import { useMarketplacesText } from './marketplaces.texts.ts';

interface Entries {
  readonly name: string;
}

/** Renames a shop; its address stays the same. */
export function RenameMarketplaceModal({
  marketplace: { slug, name },
  open,
  onClose,
}: {
  readonly marketplace: MarketplaceDetail;
  readonly open: boolean;
  readonly onClose: () => void;
}) {
  const t = useMarketplacesText();
  const { storeId } = useStore();
  const [form] = Form.useForm<Entries>();
  const update = useWrite(updateMarketplace, ['marketplaces']);

  const submit = (marketplace: Entries) => {
    update.mutate(
      { params: { storeId, marketplaceId: slug }, body: { marketplace } },
      {
        onSuccess: onClose,
        onError: (error) => {
          const failure = failureOf(error);
          const elsewhere = showFieldErrors(form, failure);
          const reason = recordError(failure, 'marketplace') ?? elsewhere;
          if (failure.kind === 'fields' && reason === null) return;
          notify({
            kind: 'error',
            text: withReason(t('updateFailed', { name }), reason),
          });
        },
      },
    );
  };

  return (
    <FormModal<Entries>
      title={t('renameTitle', { name })}
      open={open}
      ok={t('save')}
      isPending={update.isPending}
      form={form}
      initialValues={{ name }}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item
        name="name"
        label={t('name')}
        extra={t('nameHint')}
        rules={[{ required: true, whitespace: true, message: t('nameRequired') }]}
      >
        <Input autoFocus maxLength={255} />
      </Form.Item>
    </FormModal>
  );
}
