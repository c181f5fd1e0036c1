import { paymentOutcome, paymentParameter } from '@evenstock/contract/billing';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { notify } from '../../ui/notices.ts';
import { takeReturn } from './payment-leave.ts';
import { usePaymentReturnText } from './payment-return.texts.ts';

/** Says how it went to somebody who comes back from the page that asks for a card, and takes the word out of the address. */
export function usePaymentReturn(): void {
  const t = usePaymentReturnText();
  const [query, setQuery] = useSearchParams();
  const said = query.get(paymentParameter);
  useEffect(() => {
    if (said === null) return;
    const outcome = takeReturn() ? paymentOutcome.safeParse(said).data : undefined;
    if (outcome === 'entered') notify({ kind: 'success', text: t('entered') });
    if (outcome === 'cancelled') notify({ kind: 'info', text: t('cancelled') });
    setQuery(
      (before) => {
        before.delete(paymentParameter);
        return before;
      },
      { replace: true },
    );
  }, [said, setQuery, t]);
}
