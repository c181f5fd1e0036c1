import { PlusOutlined } from '@ant-design/icons';
import { listMembers, type Member } from '@evenstock/contract/stores/members';
import { Button } from 'antd';
import { Link, useNavigate } from 'react-router';
import { useStore } from '../../api/store-context.ts';
import { DataTable, type Column } from '../../ui/lists/data-table.tsx';
import { useList } from '../../ui/lists/list.ts';
import { useOpenDialog } from '../../ui/dialogs/open-dialog.ts';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { PendingTag } from './member-status.tsx';
import { useMembersText } from './members.texts.ts';
import { NewMemberModal } from './new-member.modal.tsx';
import { RoleTag } from './role-tag.tsx';

/** The members of the store, and the invited users. */
export default function MembersListPage() {
  const t = useMembersText();
  const navigate = useNavigate();
  const { storeId, can } = useStore();
  const { dialog, open, close } = useOpenDialog();
  const list = useList(listMembers, {
    params: { storeId },
    live: ['store'],
    sort: 'user_email asc',
    filters: [{ kind: 'search', name: 'user_email_cont', label: t('emailSearch') }],
  });
  const address = (member: Member) => `/stores/${storeId}/store_profiles/${member.id}`;
  const columns: readonly Column<Member>[] = [
    {
      key: 'email',
      title: t('email'),
      sort: 'user_email',
      render: (member) => <Link to={address(member)}>{member.user.email}</Link>,
    },
    {
      key: 'role',
      title: t('role'),
      render: (member) => (
        <span className="es-tags">
          <RoleTag role={member.role} />
          {member.user.invitation_pending && <PendingTag />}
        </span>
      ),
    },
    {
      key: 'action',
      title: t('action'),
      width: 90,
      render: (member) => (
        <Button
          size="small"
          aria-label={t('viewNamed', { email: member.user.email })}
          onClick={() => void navigate(address(member))}
        >
          {t('view')}
        </Button>
      ),
    },
  ];
  return (
    <>
      <PageHeader
        title={t('members')}
        count={list.data?.total_count}
        actions={
          can('member.manage') ? (
            <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => open('new-member')}>
              {t('addUser')}
            </Button>
          ) : undefined
        }
      />
      <DataTable<Member>
        list={list}
        label={t('members')}
        rows={list.data?.store_profiles}
        total={list.data?.total_count}
        columns={columns}
        rowKey={(member) => member.id}
        rowHref={address}
        empty={t('noMember')}
        card={(member) => (
          <>
            <div className="es-card-row">
              <Link to={address(member)} className="es-strong">
                {member.user.email}
              </Link>
              <RoleTag role={member.role} />
            </div>
            {member.user.invitation_pending && (
              <div className="es-card-row">
                <PendingTag />
              </div>
            )}
          </>
        )}
      />
      <NewMemberModal open={dialog === 'new-member' && can('member.manage')} onClose={close} />
    </>
  );
}
