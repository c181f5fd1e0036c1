import { CheckCircleFilled } from '@ant-design/icons';
import { Link } from 'react-router';
import { useStore } from '../../api/store-context.ts';
import { Panel } from '../../ui/pages/panel.tsx';
import './insights.css';
import { useInsightsText } from './insights.texts.ts';

/** The next setup steps of a store that has a marketplace, until all are done. */
export function SetupPanel() {
  const t = useInsightsText();
  const { store, storeId } = useStore();
  if (store.marketplaces_count === 0) return null;
  const steps = [
    { key: 'connectAnother', to: 'marketplaces#setup', isDone: store.marketplaces_count > 1 },
    { key: 'allowSync', to: 'settings', isDone: store.can_sync_quantity },
    { key: 'mergeInventory', to: 'products/merge', isDone: store.total_merged_count > 0 },
  ] as const;
  if (steps.every(({ isDone }) => isDone)) return null;
  return (
    <Panel title={t('setup')}>
      <ul className="es-setup-steps">
        {steps.map(({ key, to, isDone }) => (
          <li key={key}>
            <CheckCircleFilled
              className={isDone ? 'es-step-done' : 'es-step-open'}
              title={isDone ? t('stepDone') : t('stepOpen')}
            />
            <Link to={`/stores/${storeId}/${to}`}>{t(key)}</Link>
            <span className="es-quiet">{t(`${key}Why`)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
