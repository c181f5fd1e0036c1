import { message, type Message } from '@evenstock/contract/messages/message';
import type { Context } from '../../context.ts';
import { invalid } from '../../api/routing.ts';
import type { CheckedRow, SeenRow } from './check-sheet.ts';
import { WORK_KEPT_MS } from './keep-file.ts';
import { keepPart, rowsOfParts } from './sheet-parts.ts';
import { isKeptSince } from './spreadsheets.queries.ts';
import type { Cell } from './write-sheet.ts';

/** How long an import may be held to a preview, in milliseconds: less than its file is kept. */
const HOLDS_MS = WORK_KEPT_MS / 7;

/** The sheet of a preview. */
interface PreviewedSheet {
  /** The fingerprint of its bytes. */
  readonly content: string;
  readonly tab: string | null;
}

/** The rows that a preview could do, by their numbers. */
export type SeenRows = ReadonlyMap<number, SeenRow>;

/** A row as a preview keeps it; none where the row cannot be done. */
export function seenRow({ row, currentId, now, problem }: CheckedRow): readonly Cell[] | null {
  return problem !== null || currentId === null || now === null ? null : [row.number, currentId, now];
}

/** Keeps the quantities that a preview shows. @returns its key */
export const keepPreview = (
  ctx: Context,
  storeId: number,
  { content, tab }: PreviewedSheet,
  rows: readonly (readonly Cell[])[],
): Promise<string> => keepPart(ctx, storeId, [[content, tab], ...rows]);

/** @throws Refusal 422 under 'preview' where the store has none of this key and sheet, or it is older than a day */
export async function requirePreview(
  ctx: Context,
  storeId: number,
  key: string,
  { content, tab }: PreviewedSheet,
): Promise<void> {
  const since = new Date(ctx.clock.now().getTime() - HOLDS_MS);
  if (await isKeptSince(ctx.db, storeId, key, since)) {
    for await (const [ofContent, ofTab] of rowsOfParts(ctx, [key])) {
      if (ofContent === content && (ofTab ?? null) === tab) return;
      break;
    }
  }
  throw invalid('preview', message('spreadsheets.unknown_preview'));
}

/**
 * What a row changes that is held to a preview.
 * @returns `seen`: the quantity without which it changes nothing; `reason` where the preview showed no quantity of its SKU
 */
export function sinceSeen(
  { currentId, units, now }: CheckedRow,
  shown: SeenRow | null,
): { readonly units: CheckedRow['units']; readonly seen: number } | { readonly reason: Message } {
  if (shown === null || shown.variantId !== currentId)
    return { reason: message('spreadsheets.not_previewed') };
  // A SKU that has the asked quantity by now has it by another's hand.
  const asked = units ?? (now === null ? null : { to: now });
  return { units: asked, seen: shown.quantity };
}

/** The rows of a preview. @throws Error where its file is gone */
export async function readPreview(ctx: Context, key: string): Promise<SeenRows> {
  const seen = new Map<number, SeenRow>();
  let isHeading = true;
  for await (const [row, variantId, quantity] of rowsOfParts(ctx, [key])) {
    if (!isHeading) seen.set(Number(row), { variantId: Number(variantId), quantity: Number(quantity) });
    isHeading = false;
  }
  return seen;
}
