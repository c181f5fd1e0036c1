/** The page's nonce for style elements, as the server put it there. Empty under the development server. */
export const styleNonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';

/**
 * Ant Design gives its style elements the nonce that it is told, save two (locking the page's scrolling behind a dialog,
 * measuring scroll bars), which the content security policy then refuses. So every style element gets it when it is made.
 */
export function markStyleElements(): void {
  const create: unknown = Reflect.get(document, 'createElement');
  if (typeof create !== 'function') return;
  const marking = new Proxy(create, {
    apply(original, self, parameters) {
      const element: unknown = Reflect.apply(original, self, parameters);
      if (element instanceof HTMLStyleElement) element.nonce = styleNonce;
      return element;
    },
  });
  Reflect.set(document, 'createElement', marking);
}
