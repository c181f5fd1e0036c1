const PERIOD_DAYS = 30;
const oneDigit = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
const twoDigits = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });

/** Units sold per day in the last 30 days, rounded to a tenth; less than one per day to a hundredth. */
export function soldADay(soldIn30Days: number): string {
  const units = Math.max(0, soldIn30Days) / PERIOD_DAYS;
  return (units < 1 ? twoDigits : oneDigit).format(units);
}
