import { listOperations, type Operation } from '@evenstock/contract/operations/operations';
import { Progress } from 'antd';
import { useCall } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { Panel } from '../../ui/pages/panel.tsx';
import { StateTag } from '../../ui/values/state-tag.tsx';
import { Time } from '../../ui/values/time.tsx';
import { OperationActions, useErrorText, useProgress } from './follow-operation.tsx';
import './operations.css';
import { useOperationsText } from './operations.texts.ts';

/** Number of newest imports shown; retries of failed records and continued imports are included. */
const importsShown = 6;

/** The imports that began when a marketplace was connected, with progress or result; later pulls are not included. */
export function MarketplaceImports({ marketplaceId }: { readonly marketplaceId: number }) {
  const t = useOperationsText();
  const { storeId } = useStore();
  const { data } = useCall(
    listOperations,
    { params: { storeId }, query: { subject_id_eq: marketplaceId, per_page: importsShown } },
    { live: ['operations'] },
  );
  const imports = data?.operations.filter(({ kind }) => kind.startsWith('marketplace.import_')) ?? [];
  if (imports.length === 0) return null;
  return (
    <Panel title={t('importsTitle')} hint={t('importsHint')}>
      {imports.map((operation) => (
        <Import key={operation.id} operation={operation} />
      ))}
    </Panel>
  );
}

function Import({ operation }: { readonly operation: Operation }) {
  const t = useOperationsText();
  const { state, done, failed, finished_at: finishedAt } = operation;
  const errorText = useErrorText();
  const { percent } = useProgress(operation);
  const isUnderWay = finishedAt === null;
  const label = t(operation.kind === 'marketplace.import_orders' ? 'importedOrders' : 'importedProducts');
  return (
    <section className="es-import" aria-label={label}>
      <div className="es-import-head">
        <strong>{label}</strong>
        <ImportState operation={operation} />
        <span className="es-number es-import-count" aria-live="polite">
          <ImportCount operation={operation} />
        </span>
      </div>
      <Progress
        percent={state === 'done' ? 100 : percent}
        showInfo={false}
        size="small"
        aria-label={label}
        status={isUnderWay ? 'active' : state === 'done' && failed === 0 ? 'success' : 'exception'}
      />
      {state === 'cancelled' && <p className="es-quiet">{t('importCancelled', { done: done + failed })}</p>}
      {operation.error !== null && <p className="es-error">{errorText(operation.error)}</p>}
      <div className="es-import-foot">
        <span className="es-quiet">
          <Time at={finishedAt ?? operation.started_at ?? operation.asked_at} relative="only" />
        </span>
        <OperationActions id={operation.id} />
      </div>
    </section>
  );
}

function ImportState({ operation: { state, failed } }: { readonly operation: Operation }) {
  const t = useOperationsText();
  if (state === 'cancelled') return <StateTag colour="grey">{t('stateCancelled')}</StateTag>;
  if (state === 'failed') {
    return (
      <StateTag colour="red" glyph="cross">
        {t('stateFailed')}
      </StateTag>
    );
  }
  if (state !== 'done') {
    return (
      <StateTag colour="blue" glyph="clock">
        {t(state === 'waiting' ? 'stateWaiting' : 'stateRunning')}
      </StateTag>
    );
  }
  return failed === 0 ? (
    <StateTag colour="green" glyph="check">
      {t('stateDone')}
    </StateTag>
  ) : (
    <StateTag colour="orange" glyph="warning">
      {t('stateDone')}
    </StateTag>
  );
}

function ImportCount({ operation: { total, done, failed, state } }: { readonly operation: Operation }) {
  const t = useOperationsText();
  if (failed > 0) return t('importedAndFailed', { done, failed });
  if (total === null || state === 'done') return t('imported', { done });
  return t('importedOf', { done, total });
}
