import { pageSettings } from './page-settings.ts';

/** The sister console's pages. */
export interface ConsoleLinks {
  readonly dashboard: string;
  /** Signs in there and comes back to a path here. */
  login(path: string): string;
  /** Takes a card there and comes back to a path here. */
  paymentMethod(path: string): string;
}

/** Where this installation's console is; null where it has none: then no link to it is shown. */
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
