/** A chart on the screen, with the meaning of its colour. */
export interface ShownChart {
  readonly surface: SVGSVGElement;
  readonly legend: string;
}

interface PictureWords {
  readonly title: string;
  readonly period: string;
}

const SVG = 'http://www.w3.org/2000/svg';
/** Pixels of the picture for each pixel of the screen, so that it stays sharp when it is printed or magnified. */
const pictureScale = 2;
const EDGE = 24;
const HEADING = 68;
const LEGEND = 26;
const GAP = 16;
/** Elements that a chart shows only under a pointer or the keyboard. */
const passing = '.recharts-tooltip-cursor, .recharts-active-dot';

function element(name: string, attributes: Readonly<Record<string, string | number>>, text = ''): SVGElement {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  if (text !== '') made.textContent = text;
  return made;
}

/** A copy of a chart and its legend at a vertical position of the picture. */
function placed({ surface, legend }: ShownChart, top: number): SVGElement[] {
  const { width, height } = surface.getBoundingClientRect();
  const swatch = { x: EDGE, y: top + 5, width: 11, height: 11, rx: 2, fill: 'var(--accent)' };
  const words = { x: EDGE + 18, y: top + 15, 'font-size': 13, fill: 'var(--secondary)' };
  const copy = document.importNode(surface, true);
  for (const shown of copy.querySelectorAll(passing)) shown.remove();
  copy.removeAttribute('style');
  const frame = {
    x: EDGE,
    y: top + LEGEND,
    width,
    height,
    viewBox: `0 0 ${String(width)} ${String(height)}`,
  };
  for (const [key, value] of Object.entries(frame)) copy.setAttribute(key, String(value));
  return [element('rect', swatch), element('text', words, legend), copy];
}

/**
 * The picture as a separate SVG document. An image has no access to style sheets, so the theme's variables are replaced by their
 * values.
 */
function documentOf(charts: readonly ShownChart[], { title, period }: PictureWords): SVGElement {
  const sizes = charts.map(({ surface }) => surface.getBoundingClientRect());
  const width = Math.ceil(Math.max(...sizes.map((size) => size.width)) + 2 * EDGE);
  const tops = sizes.map((_, index) =>
    sizes.slice(0, index).reduce((top, { height }) => top + LEGEND + height + GAP, EDGE + HEADING),
  );
  const last = (tops.at(-1) ?? 0) + LEGEND + (sizes.at(-1)?.height ?? 0);
  const root = element('svg', { width, height: Math.ceil(last + EDGE) });
  root.append(
    element('rect', { width: '100%', height: '100%', fill: 'var(--card)' }),
    element(
      'text',
      { x: EDGE, y: EDGE + 18, 'font-size': 20, 'font-weight': 600, fill: 'var(--ink)' },
      title,
    ),
    element('text', { x: EDGE, y: EDGE + 44, 'font-size': 13, fill: 'var(--secondary)' }, period),
    ...charts.flatMap((chart, index) => placed(chart, tops[index] ?? 0)),
  );
  return root;
}

/**
 * Draws charts as one PNG in the current theme, with a title, their period and legends.
 * @throws Error if the browser cannot draw it
 */
export async function pictureOf(charts: readonly ShownChart[], words: PictureWords): Promise<Blob> {
  const root = documentOf(charts, words);
  const theme = getComputedStyle(document.documentElement);
  root.setAttribute('font-family', theme.fontFamily);
  const markup = new XMLSerializer()
    .serializeToString(root)
    .replaceAll(/var\((--[\w-]+)\)/g, (_, name: string) => theme.getPropertyValue(name));
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(markup)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.naturalWidth * pictureScale;
  canvas.height = image.naturalHeight * pictureScale;
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (picture === null) throw new Error('The browser made no picture.');
  return picture;
}
