import { useAskPayment } from '../../modules/billing/ask-payment.tsx';
import { MergeInventoryPage } from '../../modules/catalog/merge-inventory.page.tsx';

/** Merging, which asks for a payment method first where the store has none. */
export default function MergeInventory() {
  return <MergeInventoryPage askPayment={useAskPayment()} />;
}
