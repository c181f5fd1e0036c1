import { createElement, Fragment, useMemo, type ReactNode } from 'react';

/** Elements that are allowed in formatted text; of other elements only the text is kept. */
const shown: ReadonlySet<string> = new Set(['p', 'br', 'strong', 'b', 'em', 'i', 'ul', 'ol', 'li']);
/** Elements that are removed with their content. */
const dropped: ReadonlySet<string> = new Set(['script', 'style', 'template', 'iframe', 'object', 'svg']);

/** Sanitised HTML from the server, rebuilt from allowed elements without attributes: nothing in it can run, load or link. */
export function FormattedContent({ html }: { readonly html: string }) {
  const content = useMemo(() => rebuilt(new DOMParser().parseFromString(html, 'text/html').body), [html]);
  return <div className="es-formatted">{content}</div>;
}

function rebuilt(parent: Element): ReactNode[] {
  return Array.from(parent.childNodes, (node, key) => {
    if (!(node instanceof Element)) return node.nodeType === Node.TEXT_NODE ? node.textContent : null;
    const tag = node.localName;
    if (dropped.has(tag)) return null;
    if (tag === 'br') return <br key={key} />;
    return createElement(shown.has(tag) ? tag : Fragment, { key }, ...rebuilt(node));
  });
}
