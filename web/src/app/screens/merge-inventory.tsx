import { useAskPayment } from '../../modules/billing/ask-payment.tsx';
import { MergeInventoryPage } from '../../modules/catalog/merge-inventory.page.tsx';
import { OperationActions } from '../../modules/operations/follow-operation.tsx';

/** Merging, which first asks for a payment method if the store has none. */
export default function MergeInventory() {
  return (
    <MergeInventoryPage askPayment={useAskPayment()} runActions={(id) => <OperationActions id={id} />} />
  );
}
