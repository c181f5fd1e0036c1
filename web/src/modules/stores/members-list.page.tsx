import { listMembers } from '@evenstock/contract/stores';
import type { Reply } from '../../app/call.ts';
import { useStore } from '../../app/store-context.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { useList } from '../../ui/list.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Time } from '../../ui/time.tsx';
import { RoleTag } from './role-tag.tsx';
import { useStoresText } from './stores.texts.ts';

type Member = Reply<typeof listMembers>['store_profiles'][number];

/** Who works in the store. */
export default function MembersListPage() {
  const t = useStoresText();
  const { storeId } = useStore();
  const list = useList(listMembers, {
    params: { storeId },
    live: ['store'],
    sort: 'user_email asc',
    filters: [{ kind: 'search', name: 'user_email_cont', label: t('emailSearch') }],
  });
  const columns: readonly Column<Member>[] = [
    { key: 'email', title: t('email'), sort: 'user_email', render: (member) => member.user.email },
    { key: 'role', title: t('role'), render: (member) => <RoleTag role={member.role} /> },
    { key: 'joined', title: t('joinedOn'), render: (member) => <Time at={member.created_at} /> },
  ];
  return (
    <>
      <PageHeader title={t('members')} count={list.data?.total_count} />
      <DataTable<Member>
        list={list}
        label={t('members')}
        rows={list.data?.store_profiles}
        total={list.data?.total_count}
        columns={columns}
        rowKey={(member) => member.id}
        empty={t('noMember')}
        card={(member) => (
          <>
            <div className="es-card-row">
              <span className="es-strong">{member.user.email}</span>
              <RoleTag role={member.role} />
            </div>
            <div className="es-card-row es-quiet">
              <span>{t('joinedOn')}</span>
              <Time at={member.created_at} />
            </div>
          </>
        )}
      />
    </>
  );
}
