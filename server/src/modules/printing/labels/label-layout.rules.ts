import type { PaperSize } from '@evenstock/contract/printing/printing';

/** A place for a label on a sheet, in points from its lower left corner. */
export interface Slot {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Points; four of A6 are an A4. */
const A6 = { width: 297.64, height: 420.945 };
const THERMAL = { width: (100 * 72) / 25.4, height: (150 * 72) / 25.4 };

/** The sheet of a paper size, and the places on it: from the upper left, row by row. */
export function slotsOf(paper: PaperSize): { width: number; height: number; slots: readonly Slot[] } {
  const { width, height } = paper === '100x150' || paper === 'zpl' ? THERMAL : A6;
  if (paper !== 'A4') return { width, height, slots: [{ x: 0, y: 0, width, height }] };
  const slots = [height, 0].flatMap((y) => [0, width].map((x) => ({ x, y, width, height })));
  return { width: 2 * width, height: 2 * height, slots };
}

export interface Placed {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Degrees, against the clock, about the lower left corner of what is drawn. */
  readonly angle: number;
}

/**
 * The position of a label in a slot: centred, as large as it fits, upright if the slot is.
 * @param label its size before it is turned; `turned`: clockwise degrees of its page's rotation; `most`: how much it may be enlarged
 */
export function placeLabel(
  label: { width: number; height: number; turned: number; most: number },
  slot: Slot,
): Placed {
  const asked = ((-label.turned % 360) + 360) % 360;
  const isOnSide = asked % 180 !== 0;
  const seenWidth = isOnSide ? label.height : label.width;
  const seenHeight = isOnSide ? label.width : label.height;
  const isToTurn = seenWidth > seenHeight !== slot.width > slot.height;
  // Of the two ways to turn a page that lies on its side, one shows it as it was drawn.
  const angle = !isToTurn ? asked : isOnSide ? 0 : (asked + 90) % 360;
  const [width, height] = angle % 180 === 0 ? [label.width, label.height] : [label.height, label.width];
  const scale = Math.min(slot.width / width, slot.height / height, label.most);
  const drawn = { width: label.width * scale, height: label.height * scale };
  const middle = { x: slot.x + slot.width / 2, y: slot.y + slot.height / 2 };
  const corner = {
    0: { x: -drawn.width / 2, y: -drawn.height / 2 },
    90: { x: drawn.height / 2, y: -drawn.width / 2 },
    180: { x: drawn.width / 2, y: drawn.height / 2 },
    270: { x: -drawn.height / 2, y: drawn.width / 2 },
  }[angle] ?? { x: 0, y: 0 };
  return { x: middle.x + corner.x, y: middle.y + corner.y, ...drawn, angle };
}
