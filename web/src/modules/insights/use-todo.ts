import { showTodo, type Todo } from '@evenstock/contract/insights/needs-you';
import { useCall } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';

/** The to-do counts of the store, kept up to date; undefined until they are loaded. */
export function useTodo(): Todo | undefined {
  const { storeId } = useStore();
  const { data } = useCall(
    showTodo,
    { params: { storeId } },
    { live: ['orders', 'actions', 'operations', 'variants', 'marketplaces', 'store'] },
  );
  return data?.todo;
}
