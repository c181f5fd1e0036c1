import { message, type Message } from '@evenstock/contract/messages/message';
import { toMajor, toMinor } from '@evenstock/contract/values/money';

/** An amount in minor units, or the reason why the input is invalid. @param major in the major unit of the currency */
export function readPrice(
  major: number,
  currency: string,
): { readonly minor: number } | { readonly fault: Message } {
  const minor = toMinor(major, currency);
  if (toMajor(minor, currency) === major) return { minor };
  // The number of decimal digits of the currency.
  const count = Math.round(Math.log10(toMinor(1, currency)));
  return { fault: message('listings.price_digits', { currency, count }) };
}
