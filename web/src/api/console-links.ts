import { pageSettings } from './page-settings.ts';

/** The pages of the sister console. */
export interface ConsoleLinks {
  readonly dashboard: string;
  /** Address that signs in at the console and returns to `path` here. */
  login(path: string): string;
  /** Address of the console's card form, which returns to `path` here. */
  paymentMethod(path: string): string;
}

/** The URL of this installation's console; null if it has none, and then no link to it is shown. */
export const consoleLinks: ConsoleLinks | null = linksTo(pageSettings.console_url);

function linksTo(base: string | null): ConsoleLinks | null {
  if (base === null) return null;
  const withReturn = (page: string, path: string) => `${base}/${page}?redirect=${encodeURIComponent(path)}`;
  return {
    dashboard: `${base}/dashboard`,
    login: (path) => withReturn('login', path),
    paymentMethod: (path) => withReturn('payment_method', path),
  };
}
