/** Where a document that was left was scrolled to, in pixels, and its address. */
const leftAt = 'es-scroll';

/** Returns a document that is loaded again to where it was scrolled to. */
export function keepScroll(): void {
  const [left, address] = (sessionStorage.getItem(leftAt) ?? '').split(' ');
  let position = (): number => scrollY;
  addEventListener('pagehide', () => {
    sessionStorage.setItem(leftAt, `${String(position())} ${location.href}`);
  });
  if (address !== location.href || left === '0') return;
  void import('./late-scroll.ts').then(
    ({ scrollWhenLong }) => {
      position = scrollWhenLong(Number(left));
    },
    // Without it the document begins at its top.
    () => undefined,
  );
}
