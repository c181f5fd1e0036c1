/** Longest wait for the rows of a screen, in milliseconds. */
const PATIENCE_MS = 10_000;

/** With these the user takes over. */
const ownActs = ['wheel', 'touchstart', 'pointerdown', 'keydown'];

/**
 * Scrolls to a position once the document is long enough. The router scrolls before the rows arrive.
 * @returns the position that is awaited, or else the present one, in pixels
 */
export function scrollWhenLong(position: number): () => number {
  let isAwaited = true;
  const growth = new ResizeObserver(() => {
    if (document.body.scrollHeight < position + innerHeight) return;
    scrollTo(0, position);
    end();
  });
  const end = (): void => {
    isAwaited = false;
    growth.disconnect();
  };
  for (const act of ownActs) addEventListener(act, end, { once: true });
  setTimeout(end, PATIENCE_MS);
  growth.observe(document.body);
  return () => (isAwaited ? position : scrollY);
}
