import { PaymentNotice } from '../../modules/billing/payment-notice.tsx';
import { StoresPage } from '../../modules/stores/stores.page.tsx';

/** The user's stores; the form of a new one shows its possible cost. */
export default function Stores() {
  return <StoresPage newStoreNotice={<PaymentNotice />} />;
}
