/** Where a document that was left was scrolled to, in pixels, and its address. */
const leftAt = 'es-scroll';

/** Longest wait for the rows of a screen, in milliseconds. */
const PATIENCE_MS = 10_000;

/** With these the user takes over. */
const ownActs = ['wheel', 'touchstart', 'pointerdown', 'keydown'];

/** Where this document was scrolled to before it was loaded again; 0: nowhere, or it is loaded for the first time. */
function formerPosition(): number {
  const [load] = performance.getEntriesByType('navigation');
  if (!(load instanceof PerformanceNavigationTiming) || load.type === 'navigate') return 0;
  const [position, address] = (sessionStorage.getItem(leftAt) ?? '').split(' ');
  return address === location.href ? Number(position) : 0;
}

/** Scrolls a document that was loaded again to where it was, once it is long enough. The router scrolls before the rows arrive. */
export function scrollWhenLong(): void {
  const position = formerPosition();
  const wait = new AbortController();
  const end = (): void => wait.abort();
  const { signal } = wait;
  addEventListener('pagehide', () => {
    const left = signal.aborted ? scrollY : position;
    sessionStorage.setItem(leftAt, `${String(left)} ${location.href}`);
  });
  if (position === 0) {
    end();
    return;
  }
  const growth = new ResizeObserver(() => {
    if (document.documentElement.scrollHeight < position + innerHeight) return;
    scrollTo(0, position);
    end();
  });
  signal.addEventListener('abort', () => growth.disconnect());
  for (const act of ownActs) addEventListener(act, end, { signal });
  setTimeout(end, PATIENCE_MS);
  growth.observe(document.body);
}
