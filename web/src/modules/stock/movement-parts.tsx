import { movementCode, reasonText } from '@evenstock/contract/messages/catalog/movements';
import type { StockMovement } from '@evenstock/contract/stock/stock';
import { Link } from 'react-router';
import { useStore } from '../../api/store-context.ts';
import { signed } from '../../i18n/minus.ts';
import { useMessagesText, useMessageText } from '../../i18n/message-text.ts';
import { Explained } from '../../ui/dialogs/explained.tsx';
import { ChannelMark, MarketplaceName } from '../../ui/values/channel-mark.tsx';
import { Code, Count } from '../../ui/values/money.tsx';
import { StateTag } from '../../ui/values/state-tag.tsx';
import { Time } from '../../ui/values/time.tsx';
import './stock.css';
import { useStockText } from './stock.texts.ts';

type Push = StockMovement['listing_stock_movements'][number];

/** The units of a movement with their sign. */
export function Adjustment({ units }: { readonly units: number }) {
  return <span className={`es-number ${units < 0 ? 'es-down' : 'es-up'}`}>{signed(units)}</span>;
}

/** The name of a movement, and why a member made it. */
export function MovementName({ movement }: { readonly movement: StockMovement }) {
  const t = useStockText();
  const messageText = useMessageText();
  const { action, reason, reason_note: note } = movement;
  const name = messageText({ code: movementCode(action), values: {}, text: action });
  if (reason === null) return <>{name}</>;
  const why = messageText({ code: `movements.${reason}_reason`, values: {}, text: reasonText(reason) });
  return (
    <span className="es-movement-name">
      {name}
      <span className="es-movement-reason">
        {' · '}
        {note === null ? why : t('becauseNoted', { reason: why, note })}
      </span>
    </span>
  );
}

/** The source of a movement in one line: the order, the marketplace or the member. */
export function MovementSource({ movement }: { readonly movement: StockMovement }) {
  const t = useStockText();
  const { storeId } = useStore();
  const { source } = movement;
  return (
    <span className="es-movement-source">
      <span className="es-quiet">{t(`source_${movement.source_type}`)}</span>
      {source !== null && (
        <>
          {source.order_marketplace !== null && <ChannelMark channel={source.order_marketplace.channel} />}
          {movement.source_type === 'Order' ? (
            <Link to={`/stores/${storeId}/orders/${encodeURIComponent(source.identifier)}`}>
              <Code>{source.identifier}</Code>
            </Link>
          ) : (
            <span className="es-one-line" title={source.identifier}>
              {source.identifier}
            </span>
          )}
        </>
      )}
    </span>
  );
}

const pushLooks = {
  pending: { colour: 'blue', glyph: 'clock' },
  success: { colour: 'green', glyph: 'check' },
  failed: { colour: 'red', glyph: 'cross' },
  superseded: { colour: 'grey', glyph: 'dot' },
} as const;

/** The pushes of a movement: the quantity sent to each marketplace, and its reply. */
export function Pushes({
  movement: { variant, listing_stock_movements: pushes },
}: {
  readonly movement: StockMovement;
}) {
  const t = useStockText();
  const messagesText = useMessagesText();
  if (pushes.length === 0) return <p className="es-quiet es-pushes">{t('noPushes')}</p>;
  return (
    <ul className="es-pushes">
      {pushes.map((push) => (
        <li key={push.id}>
          <MarketplaceName marketplace={push.marketplace} />
          <Explained variantId={variant.id} listingId={push.variant_listing_id}>
            <Count value={push.quantity} />
          </Explained>
          <StateTag {...pushLooks[push.state]}>{t(`push_${push.state}`)}</StateTag>
          <span className="es-quiet">
            <Time at={push.answered_at ?? push.sent_at} />
            {push.force_zero_qty && <> · {t('forceZero')}</>}
          </span>
          {push.extras.length > 0 && (
            <span className={push.state === 'failed' ? 'es-error' : 'es-quiet'}>
              {push.extras.map(({ value, messages }) => messagesText(messages, value)).join(' · ')}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The state of a movement's pushes as one word. */
export function PushesBrief({ pushes }: { readonly pushes: readonly Push[] }) {
  const t = useStockText();
  const failed = pushes.filter(({ state }) => state === 'failed').length;
  const pending = pushes.filter(({ state }) => state === 'pending').length;
  if (failed > 0) return <StateTag {...pushLooks.failed}>{t('someFailed', { count: failed })}</StateTag>;
  if (pending > 0) return <StateTag {...pushLooks.pending}>{t('somePending', { count: pending })}</StateTag>;
  if (pushes.length > 0) return <StateTag {...pushLooks.success}>{t('inStep')}</StateTag>;
  return <span className="es-quiet">{t('nothingSent')}</span>;
}
