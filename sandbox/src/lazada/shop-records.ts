import { z } from 'zod';
import type { Table } from '../core/journal.ts';
import type { ReverseOrders } from './reverse-records.ts';
import type { UnitMarks } from './units.ts';

/** An uploaded picture, base64. */
export const pictureRecord = z.object({ mediaType: z.string(), bytes: z.string() });

export type Pictures = Table<z.infer<typeof pictureRecord>>;

/** A PDF that waits to be fetched. */
export const documentRecord = z.object({ pages: z.array(z.array(z.string())), expiresAt: z.int() });

export type DocumentLinks = Table<z.infer<typeof documentRecord>>;

/** What Lazada keeps besides what all marketplaces keep. */
export interface Records {
  readonly marks: Table<UnitMarks>;
  readonly links: DocumentLinks;
  readonly reverse: ReverseOrders;
  readonly pictures: Pictures;
}
