/** A rectangle of a page, in its own points. */
export interface ContentBox {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
}

/** One step of how a page is drawn, by its name in the reader of PDFs. */
export interface DrawingStep {
  readonly name: string;
  readonly args: readonly unknown[];
}

type Matrix = readonly [number, number, number, number, number, number];

interface Graphics {
  readonly matrix: Matrix;
  readonly isFillWhite: boolean;
  readonly isStrokeWhite: boolean;
  readonly lineWidth: number;
  readonly size: number;
  readonly charSpacing: number;
  readonly wordSpacing: number;
  readonly stretch: number;
  readonly leading: number;
  readonly rise: number;
  readonly isTextShown: boolean;
}

const still: Matrix = [1, 0, 0, 1, 0, 0];
const first: Graphics = {
  matrix: still,
  isFillWhite: false,
  isStrokeWhite: false,
  lineWidth: 1,
  size: 0,
  charSpacing: 0,
  wordSpacing: 0,
  stretch: 1,
  leading: 0,
  rise: 0,
  isTextShown: true,
};

/** The deepest and the highest that letters reach, in parts of their size. */
const DEPTH = -0.35;
const HEIGHT = 1.1;

const withoutMarks = new Set(
  'dependency setLineCap setLineJoin setMiterLimit setDash setRenderingIntent setFlatness clip eoClip endPath'
    .split(' ')
    .concat(
      'markPoint markPointProps beginMarkedContent beginMarkedContentProps endMarkedContent beginCompat endCompat'.split(
        ' ',
      ),
    ),
);

/**
 * The part of a page that shows something; white areas show nothing. Clips are not followed, so it is too large rather than too small.
 * Null: there is nothing, or a step that is not known here, so it is not certain.
 */
export function contentBox(steps: readonly DrawingStep[]): ContentBox | null {
  const found = new Found();
  const drawing = new Drawing(found);
  for (const { name, args } of steps) {
    if (!withoutMarks.has(name) && !drawing.take(name, args)) return null;
  }
  return found.box();
}

const least = (all: readonly number[]): number => all.reduce((one, other) => Math.min(one, other));
const most = (all: readonly number[]): number => all.reduce((one, other) => Math.max(one, other));

/** The box about the places that were seen. */
class Found {
  readonly #xs: number[] = [];
  readonly #ys: number[] = [];

  see([a, b, c, d, e, f]: Matrix, { left, bottom, right, top }: ContentBox, around = 0): void {
    const wide = around * Math.max(Math.hypot(a, b), Math.hypot(c, d));
    for (const x of [left, right]) {
      for (const y of [bottom, top]) {
        const [at, high] = [a * x + c * y + e, b * x + d * y + f];
        this.#xs.push(at - wide, at + wide);
        this.#ys.push(high - wide, high + wide);
      }
    }
  }

  box(): ContentBox | null {
    if (this.#xs.length === 0) return null;
    const box = {
      left: least(this.#xs),
      bottom: least(this.#ys),
      right: most(this.#xs),
      top: most(this.#ys),
    };
    return Object.values(box).every(Number.isFinite) ? box : null;
  }
}

class Drawing {
  readonly #found: Found;
  readonly #saved: Graphics[] = [];
  #now: Graphics = first;
  #line: Matrix = still;
  #text: Matrix = still;
  #isInAnnotation = false;

  constructor(found: Found) {
    this.#found = found;
  }

  /** Follows a step. @returns whether it is known */
  take(name: string, args: readonly unknown[]): boolean {
    if (this.#isInAnnotation) {
      this.#isInAnnotation = name !== 'endAnnotation';
      return true;
    }
    return this.#takeState(name, args) || this.#takeText(name, args) || this.#takeMark(name, args);
  }

  #set(change: Partial<Graphics>): true {
    this.#now = { ...this.#now, ...change };
    return true;
  }

  #takeState(name: string, args: readonly unknown[]): boolean {
    const [value = Number.NaN] = numbersIn(args);
    switch (name) {
      case 'save':
      case 'beginGroup':
        this.#saved.push(this.#now);
        return true;
      case 'restore':
      case 'endGroup':
      case 'paintFormXObjectEnd':
        this.#now = this.#saved.pop() ?? this.#now;
        return true;
      case 'transform':
        return this.#turn(numbersIn(args));
      case 'paintFormXObjectBegin':
        this.#saved.push(this.#now);
        return args[0] == null || this.#turn(numbersIn([args[0]]));
      case 'setLineWidth':
        return this.#set({ lineWidth: value });
      case 'setFillRGBColor':
        return this.#set({ isFillWhite: isWhite(args) });
      case 'setStrokeRGBColor':
        return this.#set({ isStrokeWhite: isWhite(args) });
      case 'setFillTransparent':
        return this.#set({ isFillWhite: true });
      case 'setStrokeTransparent':
        return this.#set({ isStrokeWhite: true });
      case 'setFillColorN':
        return this.#set({ isFillWhite: false });
      case 'setStrokeColorN':
        return this.#set({ isStrokeWhite: false });
      case 'setGState':
        return this.#takeGraphicsState(args);
      default:
        return false;
    }
  }

  /** Widths of lines and fonts may be set in a group of settings. */
  #takeGraphicsState([settings]: readonly unknown[]): boolean {
    if (!Array.isArray(settings)) return false;
    return settings.every((setting: unknown) => {
      if (!Array.isArray(setting)) return false;
      const [key, value] = Array.from<unknown>(setting);
      if (key === 'LW') return this.#set({ lineWidth: numbersIn([value])[0] ?? Number.NaN });
      return key !== 'Font';
    });
  }

  #takeText(name: string, args: readonly unknown[]): boolean {
    const [value = Number.NaN, second = Number.NaN] = numbersIn(args);
    switch (name) {
      case 'beginText':
        this.#line = still;
        this.#text = still;
        return true;
      case 'endText':
        return true;
      case 'setFont':
        return this.#set({ size: value });
      case 'setCharSpacing':
        return this.#set({ charSpacing: value });
      case 'setWordSpacing':
        return this.#set({ wordSpacing: value });
      case 'setHScale':
        return this.#set({ stretch: value / 100 });
      case 'setLeading':
        return this.#set({ leading: value });
      case 'setTextRise':
        return this.#set({ rise: value });
      case 'setTextRenderingMode':
        // 3 shows nothing, 7 clips.
        return this.#set({ isTextShown: value !== 3 && value !== 7 });
      case 'setTextMatrix':
        this.#line = matrixOf(numbersIn(args)) ?? still;
        this.#text = this.#line;
        return numbersIn(args).length === 6;
      case 'moveText':
        return this.#moveText(value, second);
      case 'setLeadingMoveText':
        this.#set({ leading: -second });
        return this.#moveText(value, second);
      case 'nextLine':
        return this.#moveText(0, -this.#now.leading);
      case 'showText':
        return this.#show(args[0]);
      default:
        return false;
    }
  }

  #takeMark(name: string, args: readonly unknown[]): boolean {
    switch (name) {
      case 'constructPath':
        return this.#path(args);
      case 'paintImageXObject':
      case 'paintInlineImageXObject':
      case 'paintImageMaskXObject':
      case 'paintSolidColorImageMask':
        this.#found.see(this.#now.matrix, { left: 0, bottom: 0, right: 1, top: 1 });
        return true;
      case 'beginAnnotation': {
        const [left, bottom, right, top] = numbersIn([args[1]]);
        if (left === undefined || bottom === undefined || right === undefined || top === undefined)
          return false;
        this.#found.see(still, { left, bottom, right, top });
        this.#isInAnnotation = true;
        return true;
      }
      default:
        return false;
    }
  }

  #turn(numbers: readonly number[]): boolean {
    const matrix = matrixOf(numbers);
    return matrix !== null && this.#set({ matrix: times(this.#now.matrix, matrix) });
  }

  #moveText(x: number, y: number): boolean {
    this.#line = times(this.#line, [1, 0, 0, 1, x, y]);
    this.#text = this.#line;
    return Number.isFinite(x) && Number.isFinite(y);
  }

  #show(glyphs: unknown): boolean {
    if (!Array.isArray(glyphs)) return false;
    const { size, charSpacing, wordSpacing, stretch, rise, matrix, isFillWhite, isTextShown } = this.#now;
    const ends: number[] = [];
    let x = 0;
    for (const glyph of glyphs) {
      const width = typeof glyph === 'number' ? -glyph : widthOf(glyph);
      if (width === null) return false;
      const isSeen = typeof glyph !== 'number' && !isSpace(glyph);
      const advance = (width / 1000) * size * stretch;
      if (isSeen) ends.push(x, x + advance);
      const spacing = typeof glyph === 'number' ? 0 : charSpacing + (isSpace(glyph) ? wordSpacing : 0);
      x += advance + spacing * stretch;
    }
    if (ends.length > 0 && isTextShown && !isFillWhite) {
      this.#found.see(times(matrix, this.#text), {
        left: least(ends),
        right: most(ends),
        bottom: rise + DEPTH * size,
        top: rise + HEIGHT * size,
      });
    }
    this.#text = times(this.#text, [1, 0, 0, 1, x, 0]);
    return true;
  }

  #path([kind, , extent]: readonly unknown[]): boolean {
    const { matrix, isFillWhite, isStrokeWhite, lineWidth } = this.#now;
    const painted = typeof kind === 'string' ? pathKinds[kind] : undefined;
    if (painted === undefined) return false;
    const isSeen = (painted.fills && !isFillWhite) || (painted.strokes && !isStrokeWhite);
    if (!isSeen || extent === null) return true;
    const [left, bottom, right, top] = numbersIn([extent]);
    if (left === undefined || bottom === undefined || right === undefined || top === undefined) return false;
    this.#found.see(matrix, { left, bottom, right, top }, painted.strokes ? lineWidth / 2 : 0);
    return true;
  }
}

const pathKinds: Readonly<Record<string, { readonly fills: boolean; readonly strokes: boolean }>> = {
  endPath: { fills: false, strokes: false },
  fill: { fills: true, strokes: false },
  eoFill: { fills: true, strokes: false },
  stroke: { fills: false, strokes: true },
  closeStroke: { fills: false, strokes: true },
  fillStroke: { fills: true, strokes: true },
  eoFillStroke: { fills: true, strokes: true },
  closeFillStroke: { fills: true, strokes: true },
  closeEOFillStroke: { fills: true, strokes: true },
};

/** The width of a glyph in thousandths; null where it is drawn by steps of its own, or from the top down. */
function widthOf(glyph: unknown): number | null {
  if (typeof glyph !== 'object' || glyph === null || !('width' in glyph)) return null;
  const { width } = glyph;
  const isOwn = 'operatorListId' in glyph && glyph.operatorListId != null;
  const isVertical = 'vmetric' in glyph && glyph.vmetric != null;
  return typeof width === 'number' && !isOwn && !isVertical ? width : null;
}

const isSpace = (glyph: unknown): boolean =>
  typeof glyph === 'object' && glyph !== null && 'isSpace' in glyph && glyph.isSpace === true;

const isWhite = ([colour]: readonly unknown[]): boolean => colour === '#ffffff';

/** The numbers of arguments, also those in a list of numbers. */
function numbersIn(args: readonly unknown[]): readonly number[] {
  return args.flatMap((arg) =>
    typeof arg === 'number'
      ? [arg]
      : arg instanceof Float32Array || Array.isArray(arg)
        ? Array.from<unknown>(arg).filter((each) => typeof each === 'number')
        : [],
  );
}

function matrixOf([a, b, c, d, e, f]: readonly number[]): Matrix | null {
  if (a === undefined || b === undefined || c === undefined || d === undefined) return null;
  return e === undefined || f === undefined ? null : [a, b, c, d, e, f];
}

/** What a matrix does within another. */
const times = ([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix => [
  a * g + c * h,
  b * g + d * h,
  a * i + c * j,
  b * i + d * j,
  a * k + c * l + e,
  b * k + d * l + f,
];
