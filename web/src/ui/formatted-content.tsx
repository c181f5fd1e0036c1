import { createElement, Fragment, useMemo, type ReactNode } from 'react';

/** What formatted text may be made of; other elements leave their text alone. */
const shown: ReadonlySet<string> = new Set(['p', 'br', 'strong', 'b', 'em', 'i', 'ul', 'ol', 'li']);
/** Elements that go with all that is in them. */
const dropped: ReadonlySet<string> = new Set(['script', 'style', 'template', 'iframe', 'object', 'svg']);

/** HTML from the server, rebuilt of plain elements without attributes: nothing in it can run, load or be followed. */
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
