import type { Order, OrderAction } from '@evenstock/contract/orders/orders';
import { Alert, Button } from 'antd';
import { ReasonWords } from '../../ui/values/return-words.tsx';
import { Time } from '../../ui/values/time.tsx';
import { useOrdersText } from './orders.texts.ts';
import { requestOf } from './order-request.rules.ts';

interface OrderRequestProps {
  readonly order: Order;
  readonly onOpen: (action: OrderAction) => void;
}

/** What the buyer of an order asks for and the seller has not answered: the reason, the deadline, and both answers. */
export function OrderRequest({ order, onOpen }: OrderRequestProps) {
  const t = useOrdersText();
  const request = requestOf(order);
  if (request === null) return null;
  const { kind, reason, answerBy, answers } = request;
  const [accept, ...others] = answers;
  return (
    <Alert
      className="es-order-request"
      type="warning"
      showIcon
      title={t(`asks_${kind}`)}
      description={
        (reason !== null || answerBy !== null) && (
          <span className="es-order-request-facts">
            {reason !== null && (
              <span>
                {t('askedBecause')} <ReasonWords given={reason} />
              </span>
            )}
            {answerBy !== null && (
              <span>
                {t('answerBy')} <Time at={answerBy} relative="beside" />
              </span>
            )}
          </span>
        )
      }
      action={
        <span className="es-order-request-answers">
          {others.map((answer) => (
            <Button key={answer} onClick={() => onOpen(answer)}>
              {t(`act_${answer}`)}
            </Button>
          ))}
          {accept !== undefined && (
            <Button type="primary" onClick={() => onOpen(accept)}>
              {t(`act_${accept}`)}
            </Button>
          )}
        </span>
      }
    />
  );
}
