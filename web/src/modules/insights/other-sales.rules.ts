import type { showSummary } from '@evenstock/contract/insights/insights';
import type { Reply } from '../../api/call.ts';

type Sales = Pick<Reply<typeof showSummary>, 'currency' | 'sales_today_by_currency'>;

/** Today's sales in currencies other than the store's own, formatted, in the order of the reply. */
export function salesInOtherCurrencies({ currency, sales_today_by_currency }: Sales): readonly string[] {
  return sales_today_by_currency
    .filter((sales) => sales.currency !== currency)
    .map(({ formatted }) => formatted);
}
