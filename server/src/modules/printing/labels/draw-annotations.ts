import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFNumber,
  PDFRef,
  PDFStream,
  PDFString,
  PDFHexString,
  concatTransformationMatrix,
  drawObject,
  popGraphicsState,
  pushGraphicsState,
  type PDFObject,
  type PDFPage,
} from '@cantoo/pdf-lib';
import { openPrintDocument, page as paper } from '../documents/print-document.ts';

/** Bits of the flags of an annotation that is not shown. */
const HIDDEN = 2 | 32;
/** What a viewer opens or follows on a click; it is no part of the page. */
const notOnPaper = ['Popup', 'Link'];

const name = (text: string): PDFName => PDFName.of(text);

/** Draws what lies on a page as annotations into the page itself, as it is shown. */
export async function drawAnnotations(page: PDFPage): Promise<void> {
  const annotations = page.node.lookup(name('Annots'));
  if (!(annotations instanceof PDFArray)) return;
  for (let place = 0; place < annotations.size(); place += 1) {
    const annotation = annotations.lookup(place);
    if (annotation instanceof PDFDict && isShown(annotation)) await drawAnnotation(page, annotation);
  }
}

function isShown(annotation: PDFDict): boolean {
  const flags = annotation.lookup(name('F'));
  const subtype = annotation.lookup(name('Subtype'));
  const isHidden = flags instanceof PDFNumber && (flags.asNumber() & HIDDEN) !== 0;
  return !isHidden && !notOnPaper.some((kind) => subtype === name(kind));
}

async function drawAnnotation(page: PDFPage, annotation: PDFDict): Promise<void> {
  const rect = boxOf(annotation.lookup(name('Rect')));
  if (rect === null) return;
  const normal = appearanceOf(annotation);
  const stream = page.doc.context.lookup(normal);
  if (stream instanceof PDFStream) drawAppearance(page, rect, stream, normal);
  else await drawWords(page, rect, annotation);
}

/** What an annotation looks like, in the state that it has. */
function appearanceOf(annotation: PDFDict): PDFObject | undefined {
  const appearances = annotation.lookup(name('AP'));
  const normal = appearances instanceof PDFDict ? appearances.get(name('N')) : undefined;
  const states = annotation.context.lookup(normal);
  if (!(states instanceof PDFDict)) return normal;
  const state = annotation.lookup(name('AS'));
  return state instanceof PDFName ? states.get(state) : undefined;
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

function numbersOf(object: PDFObject | undefined, count: number): readonly number[] | null {
  if (!(object instanceof PDFArray) || object.size() !== count) return null;
  const numbers = Array.from({ length: count }, (_, place) => object.lookup(place)).flatMap((each) =>
    each instanceof PDFNumber ? [each.asNumber()] : [],
  );
  return numbers.length === count ? numbers : null;
}

/** The box about some corners. */
function boxAbout(corners: readonly (readonly [number, number])[]): Box {
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

function boxOf(rectangle: PDFObject | undefined): Box | null {
  const [left, bottom, right, top] = numbersOf(rectangle, 4) ?? [];
  if (left === undefined || bottom === undefined || right === undefined || top === undefined) return null;
  return boxAbout([
    [left, bottom],
    [right, top],
  ]);
}

/** Draws an appearance where its annotation lies: its box, as its matrix turns it, fills the rectangle of the annotation. */
function drawAppearance(page: PDFPage, rect: Box, stream: PDFStream, kept: PDFObject | undefined): void {
  const box = boxOf(stream.dict.lookup(name('BBox')));
  if (box === null) return;
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = numbersOf(stream.dict.lookup(name('Matrix')), 6) ?? [];
  const turned = boxAbout(
    [box.x, box.x + box.width].flatMap((x) =>
      [box.y, box.y + box.height].map((y) => [a * x + c * y + e, b * x + d * y + f] as const),
    ),
  );
  if (turned.width === 0 || turned.height === 0) return;
  const [wide, high] = [rect.width / turned.width, rect.height / turned.height];
  stream.dict.set(name('Type'), name('XObject'));
  stream.dict.set(name('Subtype'), name('Form'));
  const { context } = page.doc;
  const key = page.node.newXObject('Annotation', kept instanceof PDFRef ? kept : context.register(stream));
  page.pushOperators(
    pushGraphicsState(),
    concatTransformationMatrix(wide, 0, 0, high, rect.x - turned.x * wide, rect.y - turned.y * high),
    drawObject(key),
    popGraphicsState(),
  );
}

/** A value of a field: its own, or that of what it belongs to. */
function inherited(field: PDFDict, key: string): PDFObject | undefined {
  const parent = field.lookup(name('Parent'));
  return field.lookup(name(key)) ?? (parent instanceof PDFDict ? inherited(parent, key) : undefined);
}

/** The words of a note, or of a field, that its writer left to the viewer to draw. */
function wordsOf(annotation: PDFDict): PDFObject | undefined {
  const subtype = annotation.lookup(name('Subtype'));
  if (subtype === name('FreeText')) return annotation.lookup(name('Contents'));
  const kind = inherited(annotation, 'FT');
  const hasWords = subtype === name('Widget') && (kind === name('Tx') || kind === name('Ch'));
  return hasWords ? inherited(annotation, 'V') : undefined;
}

const MARGIN = 2;
const USUAL_SIZE = 12;
const LEAST_SIZE = 4;

async function drawWords(page: PDFPage, rect: Box, annotation: PDFDict): Promise<void> {
  const words = wordsOf(annotation);
  if (!(words instanceof PDFString || words instanceof PDFHexString)) return;
  const look = inherited(annotation, 'DA');
  const asked = look instanceof PDFString ? Number(/ ([\d.]+) Tf/.exec(look.asString())?.[1] ?? 0) : 0;
  const width = rect.width - 2 * MARGIN;
  const drawn = openPrintDocument('', new Date(0));
  drawn.addPage();
  const text = words.decodeText();
  let size = asked > 0 ? asked : Math.min(USUAL_SIZE, rect.height * 0.7);
  while (size > LEAST_SIZE && drawn.heightOf(text, width, { size }) > rect.height) size -= 0.5;
  const height = drawn.text(text, { x: 0, y: 0, width }, { size });
  const { height: top } = paper;
  const box = { left: 0, bottom: top - height, right: width, top };
  const source = await PDFDocument.load(await drawn.finish());
  const lines = await page.doc.embedPage(source.getPage(0), box);
  page.drawPage(lines, { x: rect.x + MARGIN, y: rect.y + (rect.height - height) / 2, width, height });
}
