import { listDeadLetters } from '@evenstock/contract/operations/dead-letters';
import { Link } from 'react-router';
import { AdminFrame } from '../../ui/pages/admin-frame.tsx';
import { useList } from '../../ui/lists/list.ts';
import { DeadLettersTable } from './dead-letters-table.tsx';
import { useDeadLettersText } from './dead-letters.texts.ts';

/** `/admin/dead_letters`: jobs that failed permanently, for platform admins. */
export default function DeadLettersPage() {
  const t = useDeadLettersText();
  const list = useList(listDeadLetters, { sort: '', filters: [] });
  return (
    <AdminFrame title={t('title')} lead={t('lead')} actions={<Link to="/admin">{t('subscriptions')}</Link>}>
      <DeadLettersTable list={list} storeId={null} empty={t('none')} />
    </AdminFrame>
  );
}
