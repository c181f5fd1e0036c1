import { showStore, updateStore } from '@evenstock/contract/stores/stores';
import { Form } from 'antd';
import { failureOf, recordError, withReason } from '../../api/failure.ts';
import { rememberReply, useWrite } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { showFieldErrors } from '../../ui/forms/field-errors.ts';
import { FormModal } from '../../ui/dialogs/form-modal.tsx';
import { notify } from '../../ui/pages/notices.ts';
import { useUiText } from '../../ui/texts/ui.texts.ts';
import { StoreFields, type StoreEntries } from './store-fields.tsx';
import { useStoresText } from './stores.texts.ts';

/** Edits the store's name, country and mail settings. */
export function EditStoreModal({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const t = useStoresText();
  const common = useUiText();
  const { store, storeId } = useStore();
  const [form] = Form.useForm<StoreEntries>();
  const update = useWrite(updateStore);
  const submit = ({ company_name = '', address = '', ...entries }: StoreEntries) => {
    const params = { storeId };
    const emptied = { company_name: company_name.trim() || null, address: address.trim() || null };
    update.mutate(
      { params, body: { store: { ...entries, ...emptied } } },
      {
        onSuccess: (reply) => {
          rememberReply(showStore, { params }, reply);
          notify({ kind: 'success', text: t('edited') });
          onClose();
        },
        onError: (error) => {
          const failure = failureOf(error);
          const elsewhere = showFieldErrors(form, failure);
          const reason = recordError(failure, 'store') ?? elsewhere;
          notify({
            kind: 'error',
            text: withReason(t('editFailed'), reason),
          });
        },
      },
    );
  };
  return (
    <FormModal<StoreEntries>
      title={t('editStore')}
      open={open}
      ok={common('save')}
      isPending={update.isPending}
      form={form}
      initialValues={{ ...store, company_name: store.company_name ?? '', address: store.address ?? '' }}
      onSubmit={submit}
      onClose={onClose}
    >
      <StoreFields />
    </FormModal>
  );
}
