import { addMember, removeMember, showMember, type Member } from '@evenstock/contract/stores/members';
import { Button, Skeleton, Tabs } from 'antd';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { Reply } from '../../api/call.ts';
import { failureOf } from '../../api/failure.ts';
import { useCall, useWrite } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { useConfirm } from '../../ui/dialogs/confirm.tsx';
import { notify, notifyFailure } from '../../ui/pages/notices.ts';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { Facts, Panel } from '../../ui/pages/panel.tsx';
import { Retry } from '../../ui/pages/retry.tsx';
import { useTabKey } from '../../ui/forms/tab-key.ts';
import { Time } from '../../ui/values/time.tsx';
import { EditMemberRoleModal } from './edit-member-role.modal.tsx';
import { InvitationStatus } from './member-status.tsx';
import { useMembersText } from './members.texts.ts';
import { RoleTag } from './role-tag.tsx';

/** One member of the store, or an invited user. */
export default function MemberDetailPage() {
  const t = useMembersText();
  const { storeId } = useStore();
  const { storeProfileId = '' } = useParams();
  const list = `/stores/${storeId}/store_profiles`;
  const tab = useTabKey(`${list}/${storeProfileId}`, ['']);
  const { data, error, refetch, isFetching } = useCall(
    showMember,
    { params: { storeId, storeProfileId } },
    { live: ['store'] },
  );
  const trail = [{ label: t('members'), to: list }];
  if (data === undefined) {
    return (
      <>
        <PageHeader title={t('member')} trail={trail} />
        {error === null ? (
          <Skeleton active />
        ) : (
          <Retry failure={failureOf(error)} onRetry={() => void refetch()} loading={isFetching} />
        )}
      </>
    );
  }
  const { store_profile: member, actions } = data;
  return (
    <>
      <PageHeader
        title={member.user.email}
        trail={trail}
        aside={<RoleTag role={member.role} />}
        {...(actions.length === 0 ? {} : { actions: <MemberActions member={member} actions={actions} /> })}
      />
      <Tabs
        className="es-view-tabs"
        activeKey={tab.active}
        onChange={tab.open}
        items={[{ key: '', label: t('member'), children: <MemberFacts member={member} /> }]}
      />
    </>
  );
}

function MemberFacts({ member }: { readonly member: Member }) {
  const t = useMembersText();
  return (
    <div className="es-narrow-page">
      <Panel title={t('details')}>
        <Facts
          facts={[
            { label: t('email'), value: member.user.email },
            { label: t('role'), value: <RoleTag role={member.role} /> },
            {
              label: t(member.user.invitation_pending ? 'invitedOn' : 'joinedOn'),
              value: <Time at={member.created_at} />,
            },
            { label: t('roleUpdatedOn'), value: <Time at={member.updated_at} /> },
            { label: t('invitation'), value: <InvitationStatus member={member} />, isWide: true },
          ]}
        />
      </Panel>
    </div>
  );
}

interface MemberActionsProps {
  readonly member: Member;
  readonly actions: Reply<typeof showMember>['actions'];
}

function MemberActions({ member, actions }: MemberActionsProps) {
  const t = useMembersText();
  const [editing, setEditing] = useState(false);
  return (
    <>
      {actions.includes('invite_again') && <InviteAgain member={member} />}
      {actions.includes('edit_role') && <Button onClick={() => setEditing(true)}>{t('editRole')}</Button>}
      {actions.includes('remove') && <RemoveButton member={member} />}
      <EditMemberRoleModal member={member} open={editing} onClose={() => setEditing(false)} />
    </>
  );
}

function InviteAgain({ member: { role, user } }: { readonly member: Member }) {
  const t = useMembersText();
  const { storeId } = useStore();
  const add = useWrite(addMember, ['store']);
  if (role === 'owner') return null;
  const send = () => {
    add.mutate(
      { params: { storeId }, body: { store_profile: { email: user.email, role } } },
      {
        onSuccess: () => notify({ kind: 'success', text: t('invitedAgain', { email: user.email }) }),
        onError: (error) => notifyFailure(error, t('addFailed')),
      },
    );
  };
  return (
    <Button onClick={send} loading={add.isPending}>
      {t('inviteAgain')}
    </Button>
  );
}

function RemoveButton({ member: { id, user } }: { readonly member: Member }) {
  const t = useMembersText();
  const navigate = useNavigate();
  const { storeId } = useStore();
  const confirm = useConfirm();
  const remove = useWrite(removeMember);
  const { email } = user;
  const ask = () => {
    confirm({
      title: t('removeTitle'),
      content: t(user.invitation_pending ? 'uninviteText' : 'removeText', { email }),
      danger: true,
      onOk: async () => {
        try {
          await remove.mutateAsync({ params: { storeId, storeProfileId: id } });
          notify({ kind: 'success', text: t('removed', { email }) });
          await navigate(`/stores/${storeId}/store_profiles`);
        } catch {
          notify({ kind: 'error', text: t('removeFailed', { email }) });
        }
      },
    });
  };
  return (
    <Button danger onClick={ask}>
      {t('remove')}
    </Button>
  );
}
