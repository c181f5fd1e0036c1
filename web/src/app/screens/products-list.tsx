import { useAskPayment } from '../../modules/billing/ask-payment.tsx';
import { ProductsListPage } from '../../modules/catalog/products-list.page.tsx';

/** The SKUs of a store; merging asks for a payment method first where the store has none. */
export default function ProductsList() {
  return <ProductsListPage askPayment={useAskPayment()} />;
}
