import { listMatchingOrders, type ChosenOrder } from '@evenstock/contract/orders/orders';
import { useState } from 'react';
import { send } from '../../../api/call.ts';
import { useStore } from '../../../api/store-context.ts';
import { useOpenDialog } from '../../../ui/dialogs/open-dialog.ts';
import { notifyFailure } from '../../../ui/pages/notices.ts';
import { useOrdersText } from '../orders.texts.ts';

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
