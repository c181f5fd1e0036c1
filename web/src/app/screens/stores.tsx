import { PaymentNotice } from '../../modules/billing/payment-notice.tsx';
import { StoresPage } from '../../modules/stores/stores.page.tsx';

/** One's stores, where a new one shows what it may cost. */
export default function Stores() {
  return <StoresPage newStoreNotice={<PaymentNotice />} />;
}
