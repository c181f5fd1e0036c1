const units = [
  { unit: 'hour', seconds: 3600 },
  { unit: 'minute', seconds: 60 },
  { unit: 'second', seconds: 1 },
] as const;

/** Formats seconds in the largest unit that they fill, with at most two digits: `0.4s`, `12s`, `3.2m`, `2h`. */
export function formatDuration(seconds: number, language: string): string {
  const { unit, seconds: size } = units.find((one) => seconds >= one.seconds) ?? units[2];
  const value = seconds / size;
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit,
    unitDisplay: 'narrow',
    maximumFractionDigits: value < 10 ? 1 : 0,
  }).format(value);
}
