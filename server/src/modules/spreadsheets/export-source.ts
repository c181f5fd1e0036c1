import { keptBy } from '@evenstock/contract/values/kept-by';
import type { OperationKind } from '@evenstock/contract/operations/operations';
import type { Message } from '@evenstock/contract/messages/message';
import type { z } from 'zod';
import type { Context } from '../../context.ts';
import type { Cell, SheetColumn } from './write-sheet.ts';

export type ExportKind = Extract<OperationKind, `${string}.export`>;

/** A page of an export: the rows of some records. */
export interface ExportPage {
  readonly rows: readonly (readonly Cell[])[];
  /** There are fewer records than were requested, so this is the last page. */
  readonly records: number;
  /** The id of the last record. */
  readonly last: number | null;
}

/** The inputs of a read of an export. */
type Reader = Pick<Context, 'db' | 'encryption'>;

interface Asked<Params> {
  readonly storeId: number;
  readonly params: Params;
}

/** An export: how it is requested, read and written. */
export interface ExportSource<Params> {
  readonly kind: ExportKind;
  readonly params: z.ZodType<Params>;
  /** The name of the sheet, and of the file before its day. */
  readonly name: string;
  readonly columns: readonly SheetColumn[];
  /** @throws Refusal 422 for filters that the caller may not use */
  readonly count: (reader: Reader, asked: Asked<Params>) => Promise<number>;
  /** The next records past an id; null at the beginning. */
  readonly read: (
    reader: Reader,
    asked: Asked<Params>,
    slice: { readonly last: number | null; readonly limit: number },
  ) => Promise<ExportPage>;
  /** The texts of its mail. */
  readonly mail: (store: string) => { readonly subject: Message; readonly text: Message };
}

/** Defines an export. */
export const defineSource = <Params>(source: ExportSource<Params>): ExportSource<Params> => source;

const wallClockOf = keptBy(
  (timeZone: string) =>
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }),
);

/** An instant as a sheet shows it: the local time of the zone. */
export const wallClock = (at: Date, zone: string): string => wallClockOf(zone).format(at);
