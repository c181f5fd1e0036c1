import { useMessageText } from '../../i18n/message-text.ts';
import { Code } from '../../ui/values/money.tsx';
import { Panel } from '../../ui/pages/panel.tsx';
import { StateTag } from '../../ui/values/state-tag.tsx';
import { Time } from '../../ui/values/time.tsx';
import type { MarketplaceDetail } from './marketplace-detail.ts';
import { useMarketplacesText } from './marketplaces.texts.ts';

const kindTexts = {
  listing: 'quarantinedListing',
  order: 'quarantinedOrder',
  return: 'quarantinedReturn',
} as const;

/** Listings, orders and returns that could not be read, each with its reason. */
export function QuarantinedPanel({
  records,
}: {
  readonly records: MarketplaceDetail['quarantined_records'];
}) {
  const t = useMarketplacesText();
  const messageText = useMessageText();
  if (records.length === 0) return null;
  return (
    <Panel title={t('quarantinedTitle')} hint={t('quarantinedHint')} flush>
      <ul className="es-rows">
        {records.map((record) => (
          <li key={record.id}>
            <div className="es-card-row">
              <span className="es-marketplace">
                <StateTag colour="orange" glyph="warning">
                  {t(kindTexts[record.kind])}
                </StateTag>
                <Code>{record.reference}</Code>
              </span>
              <span className="es-quiet">
                <Time at={record.seen_at} />
              </span>
            </div>
            <p>{messageText({ ...record.reason_message, text: record.reason })}</p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
