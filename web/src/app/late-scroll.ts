/** Longest wait for the rows of a screen, in milliseconds. */
const PATIENCE_MS = 10_000;

/** With these the user takes over. */
const ownActs = ['wheel', 'touchstart', 'pointerdown', 'keydown'];

/** Scrolls to a position, in pixels, once the document is long enough. The router scrolls before the rows arrive. */
export function scrollWhenLong(position: number): void {
  const wait = new AbortController();
  const { signal } = wait;
  const end = (): void => wait.abort();
  const growth = new ResizeObserver(() => {
    if (document.body.scrollHeight < position + innerHeight) return;
    scrollTo(0, position);
    end();
  });
  signal.addEventListener('abort', () => growth.disconnect());
  for (const act of ownActs) addEventListener(act, end, { signal });
  // The next document waits for the same position.
  addEventListener('pagehide', () => sessionStorage.setItem(location.href, String(position)), { signal });
  setTimeout(end, PATIENCE_MS);
  growth.observe(document.body);
}
