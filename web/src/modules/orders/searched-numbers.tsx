import type { listOrders } from '@evenstock/contract/orders/orders';
import type { CallReply } from '@evenstock/contract/api/endpoint';
import { Alert, Button } from 'antd';
import { initialFilters } from '../../ui/lists/list-state.ts';
import type { List } from '../../ui/lists/list.ts';
import { useOrdersText } from './orders.texts.ts';

interface SearchedNumbersProps {
  readonly numbers: NonNullable<CallReply<typeof listOrders>['numbers']>;
  readonly list: List;
}

/** What became of a searched list of numbers: those that no order has, and the orders that are not in this tab. */
export function SearchedNumbers({ numbers, list }: SearchedNumbersProps) {
  const t = useOrdersText();
  const { asked, not_found: notFound, elsewhere } = numbers;
  const search = list.state.filters['reference_number_cont'] ?? '';
  const showAll = () =>
    list.change({
      tab: 'all',
      filters: { ...initialFilters(list.spec.filters), reference_number_cont: search },
    });
  return (
    <Alert
      className="es-searched-numbers"
      type={notFound.length > 0 ? 'warning' : 'info'}
      role="status"
      title={
        <>
          <span>{t('numbersFound', { count: asked - notFound.length, asked })}</span>
          {notFound.length > 0 && <span>{t('numbersNotFound', { numbers: notFound.join(', ') })}</span>}
          {elsewhere > 0 && (
            <Button size="small" onClick={showAll}>
              {t('numbersElsewhere', { count: elsewhere })}
            </Button>
          )}
        </>
      }
    />
  );
}
