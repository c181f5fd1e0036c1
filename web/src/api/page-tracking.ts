import { pageSettings } from './page-settings.ts';
import { readTracking } from './token.ts';

/** Tracking begins so long after signing in, in milliseconds. */
const delay = 500;
const lookAgain = 1000;

let timer: ReturnType<typeof setTimeout> | undefined;

/** Half a second after signing in, where the installation names a place for it, begins to tell which pages are looked at. */
export function startPageTracking(): void {
  clearTimeout(timer);
  timer = setTimeout(() => follow(''), delay);
}

/** Tells of a page when it is another than before: its path, never its query. */
function follow(before: string): void {
  const url = pageSettings.page_tracking;
  if (url === null) return;
  const path = location.pathname;
  if (path !== before) navigator.sendBeacon(url, JSON.stringify({ path, ati: readTracking() }));
  timer = setTimeout(() => follow(path), lookAgain);
}
