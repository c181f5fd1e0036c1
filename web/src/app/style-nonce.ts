/** The page's nonce for style elements, set by the server. Empty under the development server. */
export const styleNonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';

/**
 * Ant Design sets its configured nonce on all its style elements except two (locking the page's scrolling behind a dialog,
 * measuring scroll bars), which the content security policy then refuses. So this sets the nonce on every style element when it
 * is created.
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
