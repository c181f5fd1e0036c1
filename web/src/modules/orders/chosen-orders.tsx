import { listMatchingOrders, mostOrdersAtOnce, type ChosenOrder } from '@evenstock/contract/orders/orders';
import { useQuery } from '@tanstack/react-query';
import { Button, Spin } from 'antd';
import { useState, type ReactNode } from 'react';
import { send } from '../../api/call.ts';
import { useStore } from '../../api/store-context.ts';
import { useOpenDialog } from '../../ui/dialogs/open-dialog.ts';
import { listQuery } from '../../ui/lists/list-state.ts';
import type { List } from '../../ui/lists/list.ts';
import type { Chosen } from '../../ui/lists/selection.ts';
import { notifyFailure } from '../../ui/pages/notices.ts';
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

/** The operation whose dialog is open over the list; its id is in the address. */
export interface Followed {
  readonly id: number | null;
  readonly follow: (id: number | null) => void;
  /** Called with the ids of the orders that the operation did not do. */
  readonly onLeft: (orders: readonly number[]) => void;
}

interface Selects {
  readonly clear: () => void;
  readonly select: (orders: readonly ChosenOrder[]) => void;
}

/** Follows an operation on selected orders. Once it has ended, those that it did not do are selected, for the next act on them. */
export function useFollowed({ clear, select }: Selects): Followed {
  const t = useOrdersText();
  const { storeId } = useStore();
  const { dialog, open, turnTo, close } = useOpenDialog('operation');
  const id = dialog !== null && /^\d{1,15}$/.test(dialog) ? Number(dialog) : null;
  const [ended, setEnded] = useState<number | null>(null);
  return {
    id,
    follow: (next) => {
      if (next !== null) {
        if (id === null) open(String(next));
        else turnTo(String(next));
        return;
      }
      // It is left before its end, so nobody knows which orders will need another act.
      if (ended !== id) clear();
      close();
    },
    onLeft: (orders) => {
      setEnded(id);
      if (orders.length === 0) {
        clear();
        return;
      }
      send(listMatchingOrders, {
        params: { storeId },
        query: { scope: 'all', q: { id_in: [...orders] } },
      })
        .then(({ orders: found }) => select(found))
        .catch((thrown: unknown) => notifyFailure(thrown, t('matchesFailed')));
    },
  };
}
