import { paymentOutcome, paymentParameter } from '@evenstock/contract/billing/billing';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { notify } from '../../ui/pages/notices.ts';
import { takeReturn } from './payment-leave.ts';
import { usePaymentReturnText } from './payment-return.texts.ts';

/**
 * Shows the result to a user who returns from the payment page, and removes it from the address. A card counts as accepted once
 * the store has its subscription, whatever the address contains.
 * @param isSubscribed null while that is not known
 */
export function usePaymentReturn(isSubscribed: boolean | null): void {
  const t = usePaymentReturnText();
  const [query, setQuery] = useSearchParams();
  const said = query.get(paymentParameter);
  const card = useRef<'none' | 'entered' | 'awaited'>('none');
  useEffect(() => {
    if (said === null) return;
    const outcome = takeReturn() ? paymentOutcome.safeParse(said).data : undefined;
    if (outcome === 'entered') card.current = 'entered';
    if (outcome === 'cancelled') notify({ kind: 'info', text: t('cancelled') });
    setQuery(
      (before) => {
        before.delete(paymentParameter);
        return before;
      },
      { replace: true },
    );
  }, [said, setQuery, t]);
  useEffect(() => {
    if (card.current === 'none' || isSubscribed === null) return;
    if (isSubscribed) {
      card.current = 'none';
      notify({ kind: 'success', text: t('entered') });
    } else if (card.current === 'entered') {
      card.current = 'awaited';
      notify({ kind: 'info', text: t('awaited') });
    }
  }, [said, isSubscribed, t]);
}
