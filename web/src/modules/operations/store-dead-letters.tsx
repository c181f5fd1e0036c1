import { listStoreDeadLetters } from '@evenstock/contract/operations/dead-letters';
import { useStore } from '../../api/store-context.ts';
import { useList } from '../../ui/lists/list.ts';
import { Panel } from '../../ui/pages/panel.tsx';
import { DeadLettersTable } from './dead-letters-table.tsx';
import { useDeadLettersText } from './dead-letters.texts.ts';

/** The store's jobs that failed permanently, for its owner; hidden for others. */
export function StoreDeadLetters() {
  const { can } = useStore();
  return can('dead_letter.manage') ? <OwnersDeadLetters /> : null;
}

function OwnersDeadLetters() {
  const t = useDeadLettersText();
  const { storeId } = useStore();
  const list = useList(listStoreDeadLetters, { params: { storeId }, sort: '', filters: [], inDialog: true });
  return (
    <Panel title={t('ofStore')} hint={t('ofStoreHint')} flush>
      <DeadLettersTable list={list} storeId={storeId} empty={t('none')} />
    </Panel>
  );
}
