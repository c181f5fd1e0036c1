import { message } from '@evenstock/contract/messages/message';
import { digitsOf, toMajor } from '@evenstock/contract/values/money';
import { rejected } from './errors.ts';

/** Fields as marketplaces take them; wire-fields.ts reads them. */

/** An id as a JSON number. Throws `rejected` for one that is not exact; `channel` is its name for the seller. */
export function idAsNumber(id: string, channel: string): number {
  const value = Number(id);
  if (id !== '' && Number.isSafeInteger(value)) return value;
  throw rejected('bad_id', message('refusals.id_unknown', { channel, id }));
}

/** An amount in minor units as text, with the currency's decimals: '20.00', or '20000' in VND. */
export function amountText(minor: number, currency: string): string {
  return toMajor(minor, currency).toFixed(digitsOf(currency));
}
