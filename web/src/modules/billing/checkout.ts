import { startCheckout } from '@evenstock/contract/billing/billing';
import { useLocation } from 'react-router';
import { useWrite } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { notifyFailure } from '../../ui/pages/notices.ts';
import { noteLeaving } from './payment-leave.ts';
import { useBillingText } from './billing.texts.ts';

/** Opens the payment provider's page, which returns to this one. */
export function useCheckout(): { readonly isLeaving: boolean; readonly leave: () => Promise<void> } {
  const t = useBillingText();
  const { storeId } = useStore();
  const { pathname } = useLocation();
  const start = useWrite(startCheckout);
  const leave = async () => {
    try {
      const { checkout_session: session } = await start.mutateAsync({
        params: { storeId },
        body: { checkout_session: { return_path: pathname } },
      });
      noteLeaving();
      location.assign(session.url);
    } catch (thrown) {
      notifyFailure(thrown, t('checkoutFailedPlain'), (reason) => t('checkoutFailed', { reason }));
    }
  };
  return { isLeaving: start.isPending || start.isSuccess, leave };
}
