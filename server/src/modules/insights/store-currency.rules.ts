import { currencyOfCountry } from '@evenstock/contract/values/money';
import type { StoreScope } from '../../api/routing.ts';

/** The currency of the store's country: ISO 4217. */
export function currencyOf({ country }: Pick<StoreScope, 'country'>): string {
  return currencyOfCountry[country];
}

/** The distinct currencies: the store's own first, the others by name. */
export function ownFirst(currencies: Iterable<string>, own: string): string[] {
  return [...new Set(currencies)].toSorted(
    (one, other) => Number(other === own) - Number(one === own) || one.localeCompare(other, 'en'),
  );
}
