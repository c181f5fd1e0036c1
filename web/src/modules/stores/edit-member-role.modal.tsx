import { changeMemberRole, showMember, type Member } from '@evenstock/contract/stores/members';
import { rememberReply, useWrite } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { FormModal } from '../../ui/dialogs/form-modal.tsx';
import { notify, notifyFailure } from '../../ui/pages/notices.ts';
import { useUiText } from '../../ui/texts/ui.texts.ts';
import { useMembersText } from './members.texts.ts';
import { RoleField } from './role-field.tsx';

interface Entries {
  readonly role: 'member' | 'admin';
}

/** Changes the role of a member. */
export function EditMemberRoleModal({
  member: { id, role, user },
  open,
  onClose,
}: {
  readonly member: Member;
  readonly open: boolean;
  readonly onClose: () => void;
}) {
  const t = useMembersText();
  const common = useUiText();
  const { storeId } = useStore();
  const change = useWrite(changeMemberRole, ['store']);
  const submit = (entries: Entries) => {
    const params = { storeId, storeProfileId: id };
    change.mutate(
      { params, body: { store_profile: entries } },
      {
        onSuccess: (reply) => {
          rememberReply(showMember, { params }, reply);
          notify({ kind: 'success', text: t('roleUpdated') });
          onClose();
        },
        onError: (error) =>
          notifyFailure(error, t('roleFailed'), (reason) => `${t('roleFailed')}: ${reason}`),
      },
    );
  };
  return (
    <FormModal<Entries>
      title={t('editRoleTitle', { email: user.email })}
      open={open}
      ok={common('save')}
      isPending={change.isPending}
      initialValues={role === 'owner' ? {} : { role }}
      onSubmit={submit}
      onClose={onClose}
    >
      <RoleField />
    </FormModal>
  );
}
