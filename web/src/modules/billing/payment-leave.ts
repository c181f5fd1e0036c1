const leftForPayment = 'left-for-payment';

/** Records that this tab has left for the payment page. */
export function noteLeaving(): void {
  sessionStorage.setItem(leftForPayment, 'yes');
}

/** Whether this tab returns from the payment page; the address alone proves nothing. True only once. */
export function takeReturn(): boolean {
  const hasLeft = sessionStorage.getItem(leftForPayment) !== null;
  sessionStorage.removeItem(leftForPayment);
  return hasLeft;
}
