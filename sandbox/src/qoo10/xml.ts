/** A value as an XML document: members become elements, rows of a list become `Item` elements, null an empty element. */
export function toXml(root: string, value: unknown): string {
  return `<?xml version="1.0" encoding="utf-8"?>${element(root, value)}`;
}

function element(name: string, value: unknown): string {
  if (value === null || value === undefined) return `<${name} />`;
  return `<${name}>${content(value)}</${name}>`;
}

function content(value: unknown): string {
  if (Array.isArray(value)) return value.map((row) => element('Item', row)).join('');
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .map(([name, member]) => element(name, member))
      .join('');
  return escaped(String(value));
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
