const leftForPayment = 'left-for-payment';

/** Notes that this tab leaves for the page that asks for a card. */
export function noteLeaving(): void {
  sessionStorage.setItem(leftForPayment, 'yes');
}

/** Whether this tab comes back from there: an address can be typed by anybody. It is known once. */
export function takeReturn(): boolean {
  const hasLeft = sessionStorage.getItem(leftForPayment) !== null;
  sessionStorage.removeItem(leftForPayment);
  return hasLeft;
}
