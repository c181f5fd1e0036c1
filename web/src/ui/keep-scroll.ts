/**
 * Each address keeps its scroll position while the tab is open. A document that is loaded again returns to its position: the router
 * scrolls before late rows arrive, and this does so after them. It leaves alone who has scrolled or gone elsewhere meanwhile.
 */
export function keepScroll(): void {
  const left = Number(sessionStorage.getItem(location.href));
  const isSame = performance.getEntriesByType('navigation')[0]?.name === location.href;
  if (isSame && left > 0 && scrollY === 0) scrollTo(0, left);
  addEventListener('pagehide', () => sessionStorage.setItem(location.href, String(scrollY)));
}
