import { addMember } from '@evenstock/contract/stores/members';
import { Form, Input } from 'antd';
import { useNavigate } from 'react-router';
import { failureOf, withReason } from '../../api/failure.ts';
import { useWrite } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { showFieldErrors } from '../../ui/forms/field-errors.ts';
import { FormModal } from '../../ui/dialogs/form-modal.tsx';
import { notify } from '../../ui/pages/notices.ts';
import { useMembersText } from './members.texts.ts';
import { RoleField } from './role-field.tsx';

interface Entries {
  readonly email: string;
  readonly role: 'member' | 'admin';
}

/** Invites an address to the store and shows the invitation. */
export function NewMemberModal({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const t = useMembersText();
  const navigate = useNavigate();
  const { storeId } = useStore();
  const [form] = Form.useForm<Entries>();
  const add = useWrite(addMember, ['store']);

  const submit = ({ email, role }: Entries) => {
    add.mutate(
      { params: { storeId }, body: { store_profile: { email: email.trim().toLowerCase(), role } } },
      {
        onSuccess: ({ store_profile: added }) => {
          notify({ kind: 'success', text: t('added', { email: added.user.email }) });
          // Replaces the dialog in the history, so that Back opens the list.
          void navigate(`/stores/${storeId}/store_profiles/${added.id}`, { replace: true });
        },
        onError: (error) => {
          const reason = showFieldErrors(form, failureOf(error));
          notify({
            kind: 'error',
            text: withReason(t('addFailed'), reason),
          });
        },
      },
    );
  };

  return (
    <FormModal<Entries>
      title={t('addUser')}
      open={open}
      ok={t('add')}
      isPending={add.isPending}
      form={form}
      initialValues={{ role: 'member' }}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="es-form-hint">{t('addHint')}</p>
      <Form.Item
        name="email"
        label={t('email')}
        normalize={(value: string) => value.trimStart()}
        rules={[
          { required: true, whitespace: true, message: t('emailRequired') },
          { type: 'email', transform: (value: string) => value.trim(), message: t('emailInvalid') },
        ]}
      >
        <Input autoFocus inputMode="email" autoComplete="off" maxLength={255} />
      </Form.Item>
      <RoleField />
    </FormModal>
  );
}
