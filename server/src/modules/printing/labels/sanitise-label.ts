import sanitizeHtml from 'sanitize-html';
import { escapeHtml } from '../../../platform/text/html.ts';

const drawing = ['svg', 'g', 'path', 'rect', 'line', 'polyline', 'polygon', 'circle', 'text', 'tspan'];
const look = [
  'style',
  'class',
  'id',
  'dir',
  'lang',
  'align',
  'valign',
  'width',
  'height',
  'bgcolor',
  'border',
];

const options: sanitizeHtml.IOptions = {
  allowedTags: [
    ...sanitizeHtml.defaults.allowedTags.filter((tag) => tag !== 'a'),
    ...['img', 'style', 'font', 'center', ...drawing],
  ],
  // Styles run no scripts, and load nothing that the policy of the answer does not allow.
  allowVulnerableTags: true,
  parseStyleAttributes: false,
  parser: { lowerCaseAttributeNames: false },
  allowedAttributes: {
    '*': look,
    img: ['src', 'alt'],
    table: ['cellpadding', 'cellspacing'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan'],
    font: ['size', 'color', 'face'],
    ...Object.fromEntries(
      drawing.map((tag) => [
        tag,
        [
          'viewBox',
          'preserveAspectRatio',
          'd',
          'x',
          'y',
          'x1',
          'x2',
          'y1',
          'y2',
          'cx',
          'cy',
          'r',
          'points',
        ].concat(['fill', 'stroke', 'stroke-width', 'transform', 'font-size', 'text-anchor', 'font-family']),
      ]),
    ),
  },
  allowedSchemes: [],
  allowedSchemesByTag: { img: ['data', 'https'] },
  allowProtocolRelative: false,
};

/** A marketplace's page of HTML as a page of our own: without scripts, frames, forms, links and what would be fetched by name. */
export function sanitiseLabel(html: string, title: string): string | null {
  const body = sanitizeHtml(html, options).trim();
  const says = sanitizeHtml(body, { allowedTags: ['img', 'svg'], nonTextTags: ['style'] }).trim();
  if (says === '') return null;
  return `<!doctype html><html><head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head><body>${body}</body></html>`;
}
