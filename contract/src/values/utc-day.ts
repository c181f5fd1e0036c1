/** The day of an instant in UTC, as `YYYY-MM-DD`: for arithmetic on days and the names of logs. People read the day of their zone. */
export const utcDay = (instant: Date): string => instant.toISOString().split('T', 1).join('');
