import { Progress } from 'antd';
import { useMessagesText } from '../../i18n/message-text.ts';
import { Panel } from '../../ui/pages/panel.tsx';
import { StateTag } from '../../ui/values/state-tag.tsx';
import { Time } from '../../ui/values/time.tsx';
import type { MarketplaceDetail } from './marketplace-detail.ts';
import { useMarketplacesText } from './marketplaces.texts.ts';

type Pull = MarketplaceDetail['pulls'][number];

const figures = new Intl.NumberFormat('en');

/** The newest pulls of products and of orders, with their progress or result. */
export function PullsPanel({ pulls }: { readonly pulls: readonly Pull[] }) {
  const t = useMarketplacesText();
  return (
    <Panel title={t('importTitle')} hint={t('importHint')}>
      {pulls.length === 0 && <p className="es-quiet">{t('importNone')}</p>}
      {pulls.map((pull) => (
        <PullProgress key={pull.id} pull={pull} />
      ))}
    </Panel>
  );
}

function PullProgress({ pull }: { readonly pull: Pull }) {
  const messagesText = useMessagesText();
  const t = useMarketplacesText();
  const label = t(pull.kind === 'listings' ? 'importProducts' : 'importOrders');
  const running = pull.state === 'running';
  const total = pull.total === null ? null : Math.max(pull.total, pull.done);
  const percent =
    pull.state === 'done' ? 100 : total === null || total === 0 ? 0 : Math.floor((pull.done / total) * 100);
  return (
    <section className="es-pull" aria-label={label}>
      <div className="es-pull-head">
        <strong>{label}</strong>
        <PullState state={pull.state} />
        <span className="es-number es-pull-count" aria-live="polite">
          <PullCount pull={pull} />
        </span>
      </div>
      <Progress
        percent={percent}
        showInfo={false}
        size="small"
        aria-label={label}
        status={pull.state === 'done' ? 'success' : running ? 'active' : 'exception'}
        className={running && total === null ? 'es-progress-unknown' : ''}
      />
      {pull.error !== null && (
        <p className="es-error" role="alert">
          {messagesText(pull.error_messages, pull.error)}
        </p>
      )}
      <p className="es-quiet es-pull-time">
        {t(running ? 'pullStarted' : 'pullFinished')}{' '}
        <Time at={pull.finished_at ?? pull.started_at} relative="only" />
      </p>
    </section>
  );
}

function PullState({ state }: { readonly state: Pull['state'] }) {
  const t = useMarketplacesText();
  if (state === 'running') {
    return (
      <StateTag colour="blue" glyph="clock">
        {t('pullRunning')}
      </StateTag>
    );
  }
  if (state === 'cancelled') return <StateTag colour="grey">{t('pullCancelled')}</StateTag>;
  return state === 'done' ? (
    <StateTag colour="green" glyph="check">
      {t('pullDone')}
    </StateTag>
  ) : (
    <StateTag colour="red" glyph="cross">
      {t('pullFailedState')}
    </StateTag>
  );
}

function PullCount({ pull: { state, done, total } }: { readonly pull: Pull }) {
  const t = useMarketplacesText();
  if (state === 'done') return t('pullTaken', { done: figures.format(done) });
  if (total === null) return t('pullCount', { done: figures.format(done) });
  return t('pullCountOf', { done: figures.format(done), total: figures.format(Math.max(total, done)) });
}
