import { Link } from 'react-router';
import { useStore } from '../../api/store-context.ts';
import { useMessagesText } from '../../i18n/message-text.ts';
import { Code } from '../../ui/values/money.tsx';
import { Panel } from '../../ui/pages/panel.tsx';
import { StateTag } from '../../ui/values/state-tag.tsx';
import { Time } from '../../ui/values/time.tsx';
import type { MarketplaceDetail } from './marketplace-detail.ts';
import { useMarketplacesText } from './marketplaces.texts.ts';

type Refused = MarketplaceDetail['refused_quantities']['newest'][number];

/** The number of quantities that the shop refuses now, and the newest of them with reasons and remedies. Hidden if there are none. */
export function RefusedPanel({ marketplace }: { readonly marketplace: MarketplaceDetail }) {
  const t = useMarketplacesText();
  const { storeId } = useStore();
  const { total, newest } = marketplace.refused_quantities;
  if (total === 0) return null;
  const all = `/stores/${storeId}/products?filter_status=discrepancy&marketplace_id_eq=${String(marketplace.id)}`;
  return (
    <Panel
      title={t('refusedTitle')}
      hint={t('refusedHint', { count: total })}
      action={<Link to={all}>{t('refusedAll')}</Link>}
      flush
    >
      <ul className="es-rows">
        {newest.map((refused) => (
          <RefusedQuantity key={refused.listing_id} refused={refused} />
        ))}
      </ul>
    </Panel>
  );
}

function RefusedQuantity({ refused }: { readonly refused: Refused }) {
  const t = useMarketplacesText();
  const messagesText = useMessagesText();
  const { storeId } = useStore();
  const variant = `/stores/${storeId}/products/${refused.product_slug}/variants/${refused.variant_slug}`;
  return (
    <li>
      <div className="es-card-row">
        <span className="es-marketplace">
          <StateTag colour="red" glyph="cross">
            {t('refused')}
          </StateTag>
          <Link to={variant}>{refused.sku === null ? refused.name : <Code>{refused.sku}</Code>}</Link>
        </span>
        <span className="es-quiet">
          <Time at={refused.refused_at} />
        </span>
      </div>
      {refused.sku !== null && <p className="es-quiet">{refused.name}</p>}
      <p className="es-error">{messagesText(refused.reason_messages, refused.reason)}</p>
    </li>
  );
}
