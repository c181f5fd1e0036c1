import { showSyncHealth, type SyncHealth as Health } from '@evenstock/contract/insights/sync-health';
import type { ReactNode } from 'react';
import { useCall } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { useMessagesText } from '../../i18n/message-text.ts';
import { useLanguage } from '../../i18n/texts.ts';
import { Count } from '../../ui/values/money.tsx';
import { PageState } from '../../ui/pages/page-state.tsx';
import { Facts, Panel } from '../../ui/pages/panel.tsx';
import { Time } from '../../ui/values/time.tsx';
import { formatDuration } from './durations.rules.ts';
import './sync-health.css';
import { useSyncHealthText } from './sync-health.texts.ts';

interface SyncHealthProps {
  readonly marketplaceId: number;
  /** Health figures of other modules. */
  readonly children?: ReactNode;
}

/** Speed and failures of the sync of one shop. */
export function SyncHealth({ marketplaceId, children }: SyncHealthProps) {
  const { storeId } = useStore();
  const query = useCall(
    showSyncHealth,
    { params: { storeId, marketplaceId: String(marketplaceId) } },
    { live: ['pulls', 'stock_movements', 'marketplaces'] },
  );
  return (
    <PageState query={query} lines={20}>
      {({ sync_health: health }) => (
        <>
          <Speed stages={health.stages} />
          <Present health={health} />
          {children}
        </>
      )}
    </PageState>
  );
}

/** The p50 and p95 of each step, as bars on one scale. */
function Speed({ stages }: { readonly stages: Health['stages'] }) {
  const t = useSyncHealthText();
  const longest = Math.max(...stages.map(({ p95 }) => p95 ?? 0));
  return (
    <Panel title={t('speed')} hint={t('speedHint')}>
      <table className="es-health">
        <thead>
          <tr>
            <th scope="col">{t('stage')}</th>
            <th scope="col">{t('median')}</th>
            <th scope="col">{t('slowest')}</th>
            <th scope="col">{t('times')}</th>
          </tr>
        </thead>
        <tbody>
          {stages.map(({ stage, count, p50, p95 }) => (
            <tr key={stage}>
              <th scope="row">
                {t(stage)}
                <small>{t(`${stage}Hint`)}</small>
              </th>
              <td>
                <Duration seconds={p50} longest={longest} />
              </td>
              <td>
                <Duration seconds={p95} longest={longest} isSlow />
              </td>
              <td>
                <Count value={count} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

interface DurationProps {
  readonly seconds: number | null;
  readonly longest: number;
  readonly isSlow?: boolean;
}

function Duration({ seconds, longest, isSlow = false }: DurationProps) {
  const t = useSyncHealthText();
  const language = useLanguage();
  if (seconds === null) return t('none');
  const width = longest === 0 ? 0 : (seconds / longest) * 100;
  return (
    <>
      {formatDuration(seconds, language)}
      <span
        className={isSlow ? 'es-health-bar es-health-slow' : 'es-health-bar'}
        style={{ width: `${String(width)}%` }}
        aria-hidden="true"
      />
    </>
  );
}

function Present({ health }: { readonly health: Health }) {
  const t = useSyncHealthText();
  const messagesText = useMessagesText();
  const { waiting, oldest_waiting_at: oldest, next_attempt_at: next, last_error: error } = health;
  const time = (at: string | null) => (at === null ? t('none') : <Time at={at} relative="beside" />);
  return (
    <Panel title={t('now')}>
      <Facts
        facts={[
          { label: t('waiting'), value: <Count value={waiting} /> },
          { label: t('oldest'), value: time(oldest) },
          { label: t('nextAttempt'), value: time(next) },
          {
            label: t('lastError'),
            value:
              error === null ? (
                t('noError')
              ) : (
                <>
                  <Time at={error.at} relative="beside" />
                  <p className="es-error">{messagesText(error.messages, error.text)}</p>
                </>
              ),
            isWide: true,
          },
        ]}
      />
    </Panel>
  );
}
