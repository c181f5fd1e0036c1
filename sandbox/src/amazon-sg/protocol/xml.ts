/** An element of an XML document; attributes are of no concern here. */
export interface Element {
  readonly name: string;
  readonly children: readonly Element[];
  /** The text in it, without that of its children. */
  readonly text: string;
}

interface Open {
  name: string;
  children: Element[];
  text: string;
}

const piece =
  /<!\[CDATA\[([\s\S]*?)\]\]>|<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!DOCTYPE[^>]*>|<\/([^\s>]+)\s*>|<([^\s/>]+)((?:[^>"']|"[^"]*"|'[^']*')*?)(\/?)>|([^<]+)/g;

/** The root element of a document, null if it is not well-formed. */
export function readXml(text: string): Element | null {
  const root: Open = { name: '', children: [], text: '' };
  const open = [root];
  let end = 0;
  for (const match of text
    .replace(/^\uFEFF/, '')
    .trim()
    .matchAll(piece)) {
    if (match.index !== end) return null;
    end = match.index + match[0].length;
    const top = open.at(-1);
    if (top === undefined) return null;
    const [, cdata, closes, opens, , isEmpty, plain] = match;
    if (cdata !== undefined) top.text += cdata;
    else if (plain !== undefined) top.text += decoded(plain);
    else if (opens !== undefined) {
      const element: Open = { name: opens, children: [], text: '' };
      top.children.push(element);
      if (isEmpty !== '/') open.push(element);
    } else if (closes !== undefined && (open.length === 1 || open.pop()?.name !== closes)) return null;
  }
  const isWhole = end === text.replace(/^\uFEFF/, '').trim().length && open.length === 1;
  const [only, another] = root.children;
  return isWhole && another === undefined && root.text.trim() === '' ? (only ?? null) : null;
}

export function child(element: Element, name: string): Element | null {
  return element.children.find((one) => one.name === name) ?? null;
}

export function childrenOf(element: Element, name: string): Element[] {
  return element.children.filter((one) => one.name === name);
}

/** The text of a child, empty if there is none. */
export function textIn(element: Element, name: string): string {
  return child(element, name)?.text.trim() ?? '';
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function decoded(text: string): string {
  return text.replace(
    /&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi,
    (whole, hex?: string, number?: string, name?: string) => {
      if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
      if (number !== undefined) return String.fromCodePoint(Number(number));
      return entities[name ?? ''] ?? whole;
    },
  );
}

/** Text for the inside of an element. */
export function escaped(text: string): string {
  return text.replace(/[&<>]/g, (sign) => `&#${String(sign.charCodeAt(0))};`);
}
