import { channels } from '@evenstock/contract/channels/channels';
import type { OrderRow } from '@evenstock/contract/orders/orders';
import { Tooltip } from 'antd';
import { Money } from '../../ui/values/money.tsx';
import { useOrdersText } from './orders.texts.ts';

interface OrderTotalProps {
  readonly order: Pick<OrderRow, 'formatted_total_amount' | 'channel'>;
  readonly strong?: boolean;
}

/** The buyer's total; a dash with an explanation while the marketplace has not reported it. */
export function OrderTotal({ order, strong = false }: OrderTotalProps) {
  const t = useOrdersText();
  if (order.formatted_total_amount !== null) {
    return <Money formatted={order.formatted_total_amount} strong={strong} />;
  }
  const why = t('notToldYet', { marketplace: channels[order.channel].label });
  return (
    <Tooltip title={why}>
      <span className="es-explains es-quiet" tabIndex={0} role="note" aria-label={why}>
        –
      </span>
    </Tooltip>
  );
}
