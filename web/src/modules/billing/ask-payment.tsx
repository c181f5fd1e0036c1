import { pricing } from '@evenstock/contract/billing/billing';
import { pageSettings } from '../../api/page-settings.ts';
import { useStore } from '../../api/store-context.ts';
import { modal } from '../../ui/dialogs/overlays.ts';
import { useBillingText } from './billing.texts.ts';
import { useCheckout } from './checkout.ts';

/**
 * Asks for a payment method if the store has none, then runs the merge. After 'Not now' it runs too; the server refuses a merge
 * beyond the free listings.
 */
export function useAskPayment(): (go: () => void) => void {
  const t = useBillingText();
  const { store, can } = useStore();
  const { leave } = useCheckout();
  const free = pricing.freeMerged;
  return (go) => {
    if (!pageSettings.billing_on || store.stripe_subscription_id !== null) {
      go();
      return;
    }
    const mayPay = can('subscription.manage');
    modal.confirm({
      title: t('promptTitle'),
      content: (
        <>
          <p>{t('promptText', { free })}</p>
          {!mayPay && <p>{t('promptMember', { free })}</p>}
        </>
      ),
      icon: null,
      okText: t(mayPay ? 'addPayment' : 'goOn'),
      cancelText: t(mayPay ? 'notNow' : 'cancel'),
      // Escape is disabled: as a cancel it would start the merge.
      keyboard: false,
      onOk: mayPay ? leave : go,
      onCancel: mayPay ? go : () => undefined,
    });
  };
}
