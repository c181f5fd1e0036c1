/** Amazon.sg, as every call names it (amazon-sg.md 1). */
export const site = {
  marketplaceId: 'A19VAU5U5O7RUS',
  name: 'Amazon.sg',
  domain: 'www.amazon.sg',
  country: 'SG',
  currency: 'SGD',
  locale: 'en_SG',
  /** Where stock lies that Amazon ships; the merchant's own is at `DEFAULT`. */
  amazonChannel: 'AMAZON_FE',
} as const;

export interface Money {
  readonly currencyCode: string;
  readonly amount: string;
}

/** Minor units as the vendor writes money: `{amount: "39.90", currencyCode: "SGD"}`. */
export function money(minor: number): Money {
  return { currencyCode: site.currency, amount: decimal(minor) };
}

/** Minor units with two decimals: `39.90`. */
export function decimal(minor: number): string {
  return (minor / 100).toFixed(2);
}

/** Milliseconds as ISO 8601 in whole seconds: `2026-11-20T01:45:00Z`. */
export function isoTime(instant: number): string {
  return `${new Date(instant).toISOString().slice(0, 19)}Z`;
}

const isoForm = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/;

/** Milliseconds of an ISO 8601 date or date-time; null for anything else. */
export function readIsoTime(text: string): number | null {
  const instant = isoForm.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(instant) ? null : instant;
}
