import { keptBy } from './kept-by.ts';

/** Digits after the point in a currency's minor unit (ISO 4217); 2 unless listed. */
const minorDigits: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    [
      'BIF',
      'CLP',
      'DJF',
      'GNF',
      'ISK',
      'JPY',
      'KMF',
      'KRW',
      'PYG',
      'RWF',
      'UGX',
      'VND',
      'VUV',
      'XAF',
      'XOF',
      'XPF',
    ].map((currency) => [currency, 0]),
  ),
  ...Object.fromEntries(['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND'].map((currency) => [currency, 3])),
};
/** IDR has a minor unit in ISO 4217 that nobody writes. */
const shownDigits: Readonly<Record<string, number>> = { ...minorDigits, IDR: 0 };
const prefixes: Readonly<Record<string, string>> = { SGD: '$', MYR: 'RM', IDR: 'Rp' };

/** The currency of each country that a store can be of: ISO 4217. */
export const currencyOfCountry = { sg: 'SGD', my: 'MYR', id: 'IDR', vn: 'VND' } as const;

function scale(currency: string): number {
  return 10 ** digitsOf(currency);
}

/** Digits after the point in a currency's minor unit. */
export const digitsOf = (currency: string): number => minorDigits[currency] ?? 2;

/** Minor units (integer) of an amount in the major unit: 12.5 SGD → 1250. */
export function toMinor(major: number, currency: string): number {
  return Math.round(major * scale(currency));
}

/** Major unit of an amount in minor units: 1250 SGD → 12.5. */
export function toMajor(minor: number, currency: string): number {
  return minor / scale(currency);
}

const figureWith = keptBy(
  (digits: number) =>
    new Intl.NumberFormat('en', { minimumFractionDigits: digits, maximumFractionDigits: digits }),
);

/** An amount in minor units as people read it: '$1,234.50', 'RM1,234.50', 'Rp1,234,500', 'VND 1,234'. */
export function formatMoney(minor: number, currency: string): string {
  const digits = shownDigits[currency] ?? 2;
  const figure = figureWith(digits).format(Math.abs(toMajor(minor, currency)));
  return `${minor < 0 ? '-' : ''}${prefixes[currency] ?? `${currency} `}${figure}`;
}
