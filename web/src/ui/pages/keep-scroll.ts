/** What users do to scroll, or before they do something else. */
const INPUTS = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

/**
 * Restores the scroll position after a reload. The router scrolls once, and the page may be too short then. This function scrolls each
 * time the page grows. It stops at the position, and when the user does something or opens another screen.
 */
export function keepScroll(): void {
  const left = Number(sessionStorage.getItem(location.href));
  const isSame = performance.getEntriesByType('navigation')[0]?.name === location.href;
  if (isSame && left > 0 && scrollY === 0) scrollOnceTallEnough(left);
  addEventListener('pagehide', () => sessionStorage.setItem(location.href, String(scrollY)));
}

/** @param left the position, in pixels from the top */
function scrollOnceTallEnough(left: number): void {
  const { href } = location;
  const end = new AbortController();
  const observer = new ResizeObserver(() => {
    if (location.href === href) scrollTo(0, left);
    if (location.href !== href || Math.ceil(scrollY) >= left) end.abort();
  });
  const options = { passive: true, signal: end.signal };
  for (const input of INPUTS) addEventListener(input, () => end.abort(), options);
  end.signal.addEventListener('abort', () => observer.disconnect());
  observer.observe(document.body);
}
