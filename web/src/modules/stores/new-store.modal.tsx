import { createStore, listStoreProfiles } from '@evenstock/contract/stores/stores';
import { Form } from 'antd';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { failureOf, recordError } from '../../api/failure.ts';
import { queryClient, useWrite } from '../../api/queries.ts';
import { showFieldErrors } from '../../ui/forms/field-errors.ts';
import { FormModal } from '../../ui/dialogs/form-modal.tsx';
import { notify } from '../../ui/pages/notices.ts';
import { StoreFields, type StoreEntries } from './store-fields.tsx';
import { useStoresText } from './stores.texts.ts';

const start: Partial<StoreEntries> = {
  country: 'sg',
  send_email_notifications: true,
  send_stock_error: false,
};

interface NewStoreModalProps {
  readonly open: boolean;
  /** Shown above the fields. */
  readonly notice: ReactNode;
  readonly onClose: () => void;
}

/** Creates a store and opens its marketplaces. */
export function NewStoreModal({ open, notice, onClose }: NewStoreModalProps) {
  const t = useStoresText();
  const navigate = useNavigate();
  const [form] = Form.useForm<StoreEntries>();
  const create = useWrite(createStore);

  const submit = (entries: StoreEntries) => {
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
    <FormModal<StoreEntries>
      title={t('newStore')}
      open={open}
      ok={t('create')}
      isPending={create.isPending}
      form={form}
      initialValues={start}
      onSubmit={submit}
      onClose={onClose}
    >
      {notice}
      <StoreFields />
    </FormModal>
  );
}
