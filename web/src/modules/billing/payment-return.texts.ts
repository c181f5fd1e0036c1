import { texts } from '../../i18n/texts.ts';

export const usePaymentReturnText = texts('paymentReturn', {
  entered: 'Your card was accepted.',
  awaited: 'The subscription shows as soon as the payment provider confirms your card.',
  cancelled: 'No payment method was added.',
});
