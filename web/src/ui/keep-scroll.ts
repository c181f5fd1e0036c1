/**
 * Restores the scroll position after a reload. The router does so before late rows arrive, and this does so after them. Nothing is
 * scrolled if the user has scrolled or opened another screen meanwhile.
 */
export function keepScroll(): void {
  const left = Number(sessionStorage.getItem(location.href));
  const isSame = performance.getEntriesByType('navigation')[0]?.name === location.href;
  if (isSame && left > 0 && scrollY === 0) scrollTo(0, left);
  addEventListener('pagehide', () => sessionStorage.setItem(location.href, String(scrollY)));
}
