/** Returns a document that is loaded again to where it was scrolled to. Each address keeps its position while the tab is open. */
export function keepScroll(): void {
  const left = sessionStorage.getItem(location.href);
  addEventListener('pagehide', () => sessionStorage.setItem(location.href, String(scrollY)));
  if (left !== null)
    void import('./late-scroll.ts').then(
      ({ scrollWhenLong }) => scrollWhenLong(Number(left)),
      // Without it the document begins at its top.
      () => undefined,
    );
}
