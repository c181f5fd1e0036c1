/**
 * Query string with brackets: `{ page: 2, q: { id_in: [1, 2], name_cont: 'mug' } }` →
 * `page=2&q[id_in][]=1&q[id_in][]=2&q[name_cont]=mug` (brackets percent-encoded). Empty and missing values are left out.
 */
export function toQueryString(values: Readonly<Record<string, unknown>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) append(search, name, value);
  return search.toString();
}

function append(search: URLSearchParams, name: string, value: unknown): void {
  if (value === undefined || value === null || value === '') return;
  if (Array.isArray(value)) {
    for (const item of value) append(search, `${name}[]`, item);
  } else if (typeof value === 'object') {
    for (const [key, inner] of Object.entries(value)) append(search, `${name}[${key}]`, inner);
  } else if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    search.append(name, String(value));
  }
}

/** Fills `:storeId` and similar parameters from `params`, percent-encoded. Throws if one is missing. */
export function fillPath(path: string, params: Readonly<Record<string, unknown>>): string {
  return path.replaceAll(/:([A-Za-z]+)/g, (_match, name: string) => {
    const value = params[name];
    if (typeof value !== 'string' && typeof value !== 'number') throw new Error(`${path} needs ${name}`);
    return encodeURIComponent(String(value));
  });
}
