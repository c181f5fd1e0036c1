import type { OrderRow } from '@evenstock/contract/orders/orders';
import { useStore } from '../../api/store-context.ts';
import { StateTag } from '../../ui/values/state-tag.tsx';
import { Time, useNow } from '../../ui/values/time.tsx';
import { useOrdersText } from './orders.texts.ts';
import { urgencyOf } from './ship-by.rules.ts';

interface ShipByProps {
  readonly order: Pick<OrderRow, 'ship_by'>;
}

/** The deadline for shipping an order, with the time left within its last day; a dash if the marketplace gives none. */
export function ShipBy({ order }: ShipByProps) {
  if (order.ship_by === null) return <span className="es-quiet">–</span>;
  return (
    <span className="es-ship-by">
      <Time at={order.ship_by} />
      <Nearness shipBy={order.ship_by} />
    </span>
  );
}

function Nearness({ shipBy }: { readonly shipBy: string }) {
  const t = useOrdersText();
  const { store } = useStore();
  const urgency = urgencyOf(shipBy, useNow(), store.time_zone);
  if (urgency.kind === 'later') return null;
  return (
    <StateTag colour="red" glyph={urgency.kind === 'late' ? 'warning' : 'clock'}>
      {'left' in urgency
        ? t(urgency.kind === 'hours' ? 'hoursLeft' : 'minutesLeft', { count: urgency.left })
        : t(urgency.kind === 'late' ? 'shipLate' : 'shipToday')}
    </StateTag>
  );
}
