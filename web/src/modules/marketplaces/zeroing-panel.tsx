import { Progress } from 'antd';
import { useMessagesText } from '../../i18n/message-text.ts';
import { Code } from '../../ui/values/money.tsx';
import { Panel } from '../../ui/pages/panel.tsx';
import type { MarketplaceDetail } from './marketplace-detail.ts';
import { useMarketplacesText } from './marketplaces.texts.ts';

/** The progress of setting a shop's listings to 0 before it is disconnected, and the listings that it refused. */
export function ZeroingPanel({ zeroing }: Pick<MarketplaceDetail, 'zeroing'>) {
  const t = useMarketplacesText();
  const messagesText = useMessagesText();
  if (zeroing === null) return null;
  const { done, total, left_over: leftOver } = zeroing;
  const isOver = zeroing.ended_at !== null;
  return (
    <Panel title={t('zeroingTitle')} hint={t(isOver ? 'zeroingOver' : 'zeroingHint')}>
      <p className="es-number" aria-live="polite">
        {t('zeroingCount', { done, total })}
      </p>
      <Progress
        percent={total === 0 ? 100 : Math.floor((done / total) * 100)}
        showInfo={false}
        size="small"
        aria-label={t('zeroingTitle')}
        status={isOver ? (leftOver.length === 0 ? 'success' : 'exception') : 'active'}
      />
      {leftOver.length > 0 && (
        <ul className="es-rows">
          {leftOver.map((listing) => (
            <li key={listing.listing_id}>
              <strong>{listing.name}</strong> {listing.sku !== null && <Code>{listing.sku}</Code>}
              <p>{messagesText(listing.reason_messages, listing.reason)}</p>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
