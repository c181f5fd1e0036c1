import {
  resolveDeadLetter,
  resolveStoreDeadLetter,
  type DeadLetter,
  type DeadLetterAction,
} from '@evenstock/contract/operations/dead-letters';
import { Button } from 'antd';
import { useWrite } from '../../api/queries.ts';
import { useConfirm } from '../../ui/dialogs/confirm.tsx';
import { DataTable, type Column } from '../../ui/lists/data-table.tsx';
import type { List } from '../../ui/lists/list.ts';
import { Code } from '../../ui/values/money.tsx';
import { notify, notifyFailure } from '../../ui/pages/notices.ts';
import { Time } from '../../ui/values/time.tsx';
import './dead-letters.css';
import { workOf } from './dead-letters.rules.ts';
import { useDeadLettersText } from './dead-letters.texts.ts';

interface TableProps {
  readonly list: List<{ readonly dead_letters: readonly DeadLetter[]; readonly total_count: number }>;
  /** The store of the jobs; null for those of the installation. */
  readonly storeId: string | null;
  readonly empty: string;
}

/** Jobs that failed permanently, to be retried or discarded. */
export function DeadLettersTable({ list, storeId, empty }: TableProps) {
  const t = useDeadLettersText();
  const acts = (letter: DeadLetter) => <Acts letter={letter} storeId={storeId} onDone={list.retry} />;
  const columns: Column<DeadLetter>[] = [
    { key: 'job', title: t('job'), render: (letter) => <Job letter={letter} /> },
    { key: 'reason', title: t('reason'), render: (letter) => <Reason letter={letter} /> },
    { key: 'failed', title: t('failed'), width: 190, render: (letter) => <Failed letter={letter} /> },
    { key: 'acts', title: <span className="es-unseen">{t('actions')}</span>, width: 200, render: acts },
  ];
  return (
    <DataTable
      list={list}
      label={t('title')}
      rows={list.data?.dead_letters}
      total={list.data?.total_count}
      columns={columns}
      rowKey={({ id }) => id}
      rowName={({ job }) => job}
      empty={empty}
      card={(letter) => (
        <>
          <Job letter={letter} />
          <Reason letter={letter} />
          <Failed letter={letter} />
          {acts(letter)}
        </>
      )}
    />
  );
}

interface LetterProps {
  readonly letter: DeadLetter;
}

function Job({ letter: { job, subject } }: LetterProps) {
  const t = useDeadLettersText();
  const work = workOf(job);
  const about = Object.entries(subject).map(([name, value]) => `${name} ${String(value)}`);
  return (
    <>
      {work === null ? <Code>{job}</Code> : t(work[0])}
      <small className="es-cell-sub">{(work === null ? about : [job, ...about]).join(', ')}</small>
    </>
  );
}

function Reason({ letter: { job, error } }: LetterProps) {
  const t = useDeadLettersText();
  const work = workOf(job);
  return (
    <>
      {work !== null && <p className="es-dead-letter">{t(work[1])}</p>}
      <p className="es-error es-dead-letter">{error ?? t('noReason')}</p>
    </>
  );
}

function Failed({ letter: { failed_at: at, attempts } }: LetterProps) {
  const t = useDeadLettersText();
  return (
    <>
      <Time at={at} />
      <small className="es-cell-sub">{t('attempts', { count: attempts })}</small>
    </>
  );
}

interface ActsProps extends LetterProps {
  readonly storeId: string | null;
  readonly onDone: () => void;
}

function Acts({ letter: { id, job }, storeId, onDone }: ActsProps) {
  const t = useDeadLettersText();
  const confirm = useConfirm();
  const work = workOf(job);
  const ofAll = useWrite(resolveDeadLetter);
  const ofStore = useWrite(resolveStoreDeadLetter, ['activities']);
  const resolve = (action: DeadLetterAction) => {
    const body = { dead_letter: { action } };
    return storeId === null
      ? ofAll.mutateAsync({ params: { deadLetterId: id }, body })
      : ofStore.mutateAsync({ params: { storeId, deadLetterId: id }, body });
  };
  const decide = (action: DeadLetterAction) =>
    resolve(action).then(
      () => {
        if (action === 'retry') notify({ kind: 'success', text: t('retried') });
        onDone();
      },
      (thrown: unknown) => {
        notifyFailure(thrown, t('failedTo'));
        onDone();
      },
    );
  return (
    <span className="es-dead-letter-acts">
      <Button
        size="small"
        loading={ofAll.isPending || ofStore.isPending}
        onClick={() => void decide('retry')}
      >
        {t('retry')}
      </Button>
      <Button
        size="small"
        type="text"
        danger
        onClick={() =>
          confirm({
            title: t('discardQuestion', { job: work === null ? job : t(work[0]) }),
            content: t('discardHint'),
            ok: t('discard'),
            danger: true,
            onOk: () => decide('discard'),
          })
        }
      >
        {t('discard')}
      </Button>
    </span>
  );
}
