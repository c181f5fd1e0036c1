import { ShipOrderModal } from '../../modules/fulfilment/ship-order.modal.tsx';
import { OrderDetailPage } from '../../modules/orders/order-detail.page.tsx';

/** An order, and the ways of working on it. */
export default function OrderDetail() {
  return <OrderDetailPage ShipOrder={ShipOrderModal} />;
}
