import type { OrderState } from '@evenstock/contract/orders/order-states';
import type { OrderRow } from '@evenstock/contract/orders/orders';
import { useMessagesText } from '../../i18n/message-text.ts';
import { StateTag } from '../../ui/values/state-tag.tsx';
import type { StateColour } from '../../ui/theme/tokens.ts';
import { isWaiting } from './order-reason.rules.ts';
import { useOrdersText } from './orders.texts.ts';
import type { SecondReading } from './second-reading.rules.ts';

const looks: Readonly<
  Record<OrderState, { colour: StateColour; glyph: 'dot' | 'check' | 'clock' | 'cross' | 'warning' }>
> = {
  staff_to_process: { colour: 'orange', glyph: 'clock' },
  buyer_self_collect: { colour: 'cyan', glyph: 'dot' },
  shipped: { colour: 'blue', glyph: 'dot' },
  completed: { colour: 'green', glyph: 'check' },
  outstanding_issues: { colour: 'yellow', glyph: 'warning' },
  failed_orders: { colour: 'red', glyph: 'cross' },
};

interface OrderStateTagProps {
  readonly state: OrderState;
  /** The alternative name of the state, shown on hover. */
  readonly reading?: SecondReading | null;
}

/** The state of an order in Evenstock. */
export function OrderStateTag({ state, reading = null }: OrderStateTagProps) {
  const t = useOrdersText();
  const { colour, glyph } = looks[state];
  const tag = (
    <StateTag colour={colour} glyph={glyph}>
      {t(`state_${state}`)}
    </StateTag>
  );
  return reading === null ? tag : <span title={t(`reading_${reading}`)}>{tag}</span>;
}

interface MarketplaceStateProps {
  readonly order: { readonly marketplace_state: string; readonly marketplace_raw_state: string };
}

/** The common name of the marketplace's state, with the marketplace's own name beneath if it differs. */
export function MarketplaceState({ order }: MarketplaceStateProps) {
  const t = useOrdersText();
  const { marketplace_state: state, marketplace_raw_state: raw } = order;
  const shown = state === 'READY_TO_SHIP' ? t('pickupArranged') : state === 'unknown' ? raw : state;
  const differs = raw.toLowerCase() !== state.toLowerCase() && raw !== shown;
  return (
    <span className="es-raw-state" title={t('rawState', { raw })}>
      <span className="es-one-line">{shown}</span>
      {differs && <small className="es-cell-sub es-one-line">{raw}</small>}
    </span>
  );
}

/** How the reason of an order is shown: quietly where the order only waits. */
export const reasonClass = (order: Pick<OrderRow, 'reason_messages'>): string =>
  isWaiting(order) ? 'es-quiet' : 'es-error';

/** Why an order needs attention; null if its state already shows it. */
export function useReasonText(): (order: Pick<OrderRow, 'reason' | 'reason_messages'>) => string | null {
  const messagesText = useMessagesText();
  return ({ reason, reason_messages: messages }) => (reason === null ? null : messagesText(messages, reason));
}
