import { listMatchingOrders, mostOrdersAtOnce, type ChosenOrder } from '@evenstock/contract/orders/orders';
import { useQuery } from '@tanstack/react-query';
import { Button, Spin } from 'antd';
import type { ReactNode } from 'react';
import { send } from '../../api/call.ts';
import { useStore } from '../../api/store-context.ts';
import { listQuery } from '../../ui/lists/list-state.ts';
import type { List } from '../../ui/lists/list.ts';
import type { Chosen } from '../../ui/lists/selection.ts';
import { useOrdersText } from './orders.texts.ts';

interface ChosenOrders {
  /** In the order of the list; empty while all matching orders are being loaded. */
  readonly orders: readonly ChosenOrder[];
  /** Shown instead of the actions while they are unavailable; null otherwise. */
  readonly instead: ReactNode;
}

/** The selected orders of a list, including those on other pages if all matching ones are selected. */
export function useChosenOrders(
  list: Pick<List, 'state' | 'spec'>,
  chosen: Chosen<ChosenOrder>,
): ChosenOrders {
  const t = useOrdersText();
  const { storeId } = useStore();
  const isAll = chosen.matching !== null;
  const { scope, q } = listQuery(list.state, list.spec);
  const query = { scope, q };
  const { data, error, refetch } = useQuery({
    queryKey: [listMatchingOrders.name, { storeId, query }],
    queryFn: ({ signal }) => send(listMatchingOrders, { params: { storeId }, query, signal }),
    enabled: isAll,
    // The selection does not change when new orders arrive.
    staleTime: Infinity,
    gcTime: 0,
  });
  if (!isAll) return { orders: chosen.rows, instead: null };
  if (data === undefined) {
    return {
      orders: [],
      instead:
        error === null ? (
          <Spin size="small" aria-label={t('readingMatches')} />
        ) : (
          <Button size="small" onClick={() => void refetch()}>
            {t('matchesFailed')}
          </Button>
        ),
    };
  }
  return data.total_count > mostOrdersAtOnce
    ? { orders: [], instead: <span>{t('tooManyMatches', { limit: mostOrdersAtOnce })}</span> }
    : { orders: data.orders, instead: null };
}
