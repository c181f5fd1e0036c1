import { useSearchParams } from 'react-router';
import { useStore } from '../../api/store-context.ts';
import {
  listQuery,
  readListState,
  writeListState,
  type ListSpec,
  type ListState,
} from '../../ui/lists/list-state.ts';
import { useOrdersListSpec } from './orders-list.spec.ts';

/** The parameter of an order's address that keeps the list's state. */
const name = 'list';

/** The address of an order that is opened from a list. */
export function orderAddress(
  storeId: string,
  referenceNumber: string,
  list: { readonly state: ListState; readonly spec: ListSpec },
): string {
  const kept = writeListState(new URLSearchParams(), list.spec, { ...list.state });
  if (list.state.tab !== null) kept.set('tab', list.state.tab);
  return addressIn(storeId, referenceNumber, kept.toString());
}

function addressIn(storeId: string, referenceNumber: string, kept: string): string {
  const search = new URLSearchParams({ [name]: kept });
  return `/stores/${storeId}/orders/${encodeURIComponent(referenceNumber)}?${search.toString()}`;
}

interface ListComeFrom {
  /** The query that finds the order's neighbours in the list. */
  readonly query: Readonly<Record<string, unknown>>;
  /** The address of the list with its state. */
  readonly back: string;
  /** The address of another order with the same list. */
  readonly addressOf: (referenceNumber: string) => string;
  /** The query string that keeps the list's state. */
  readonly search: string;
}

/** The list from which the order was opened; null if the address names none. */
export function useListComeFrom(): ListComeFrom | null {
  const { storeId } = useStore();
  const spec = useOrdersListSpec();
  const [search] = useSearchParams();
  const kept = search.get(name);
  if (kept === null) return null;
  return {
    query: listQuery(readListState(new URLSearchParams(kept), spec), spec),
    back: `/stores/${storeId}/orders?${kept}`,
    addressOf: (referenceNumber) => addressIn(storeId, referenceNumber, kept),
    search: `?${new URLSearchParams({ [name]: kept }).toString()}`,
  };
}
