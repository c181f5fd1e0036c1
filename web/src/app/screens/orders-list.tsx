import { FollowOperations } from '../../modules/operations/follow-operation.tsx';
import { OrdersListPage } from '../../modules/orders/orders-list.page.tsx';

/** The orders, with what is read from the marketplaces in the background. */
export default function OrdersList() {
  return (
    <OrdersListPage
      operations={(followed, follow) => (
        <FollowOperations kind="order.mass_sync" followed={followed} onFollow={follow} />
      )}
    />
  );
}
