import type { OrderRow } from '@evenstock/contract/orders/orders';
import { channels } from '@evenstock/contract/channels/channels';
import { StateTag } from '../../ui/values/state-tag.tsx';
import { useOrdersText } from './orders.texts.ts';

type Tagged = Pick<OrderRow, 'is_test' | 'sent_by' | 'lacks_listing' | 'is_self_collect' | 'channel'>;

/** What is special about an order: who sends it, that it is a trial, that its buyer collects it, that an item has no SKU. */
export function OrderTags({ order }: { readonly order: Tagged }) {
  const t = useOrdersText();
  const {
    is_test: isTest,
    sent_by: sentBy,
    lacks_listing: lacksListing,
    is_self_collect: isCollected,
    channel,
  } = order;
  if (!isTest && sentBy === null && !lacksListing && !isCollected) return null;
  return (
    <span className="es-tags">
      {lacksListing && (
        <StateTag colour="red" glyph="warning">
          {t('lacksSku')}
        </StateTag>
      )}
      {isCollected && (
        <StateTag colour="cyan" glyph="dot">
          {t('buyerCollects')}
        </StateTag>
      )}
      {sentBy === 'marketplace' && (
        <StateTag colour="grey" glyph="dot">
          {t('sentBy', { channel: channels[channel].label })}
        </StateTag>
      )}
      {sentBy === 'elsewhere' && (
        <StateTag colour="grey" glyph="dot">
          {t('sentElsewhere')}
        </StateTag>
      )}
      {isTest && (
        <StateTag colour="grey" glyph="dot">
          {t('testOrder')}
        </StateTag>
      )}
    </span>
  );
}
