const SLUG_LENGTH = 80;

/**
 * Makes a slug of a name: lower-case letters, digits and hyphens, with a letter, so that no slug looks like an id.
 * @param fallback what a name without any usable letter becomes ('store')
 */
export function slugFrom(name: string, fallback: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, SLUG_LENGTH)
    .replace(/^-+|-+$/g, '');
  if (plain === '') return fallback;
  return /[a-z]/.test(plain) ? plain : `${fallback}-${plain}`;
}

/**
 * The first slug that is neither taken nor reserved: `shop`, `shop-2`, `shop-3` …
 * @param taken slugs that begin with the base
 * @param reserved words that paths have in place of a slug
 */
export function freeSlug(base: string, taken: ReadonlySet<string>, reserved: ReadonlySet<string>): string {
  for (let count = 1; ; count += 1) {
    const slug = count === 1 ? base : `${base}-${String(count)}`;
    if (!taken.has(slug) && !reserved.has(slug)) return slug;
  }
}
