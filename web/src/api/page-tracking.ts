import { pageSettings } from './page-settings.ts';
import { readTracking } from './token.ts';

/** Delay of tracking after signing in, in milliseconds. */
const delay = 500;
const lookAgain = 1000;

let timer: ReturnType<typeof setTimeout> | undefined;

/** Starts to report page views half a second after signing in, if the installation has an address for them. */
export function startPageTracking(): void {
  clearTimeout(timer);
  timer = setTimeout(() => follow(''), delay);
}

/** Reports the page if it has changed since `before`: its path, never its query. */
function follow(before: string): void {
  const url = pageSettings.page_tracking;
  if (url === null) return;
  const path = location.pathname;
  if (path !== before) navigator.sendBeacon(url, JSON.stringify({ path, ati: readTracking() }));
  timer = setTimeout(() => follow(path), lookAgain);
}
