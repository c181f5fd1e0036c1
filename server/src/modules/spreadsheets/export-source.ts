import { keptBy } from '@evenstock/contract/kept-by';
import type { OperationKind } from '@evenstock/contract/operations';
import type { Message } from '@evenstock/contract/messages/message';
import type { z } from 'zod';
import type { Context } from '../../context.ts';
import type { Cell, SheetColumn } from './write-sheet.ts';

export type ExportKind = Extract<OperationKind, `${string}.export`>;

/** A page of an export: the rows of some records. */
export interface ExportPage {
  readonly rows: readonly (readonly Cell[])[];
  /** Fewer than were asked for: there are no more. */
  readonly records: number;
  /** The id of the last record. */
  readonly last: number | null;
}

/** What an export reads with. */
type Reader = Pick<Context, 'db' | 'encryption'>;

interface Asked<Params> {
  readonly storeId: number;
  readonly params: Params;
}

/** What is exported: how it is asked for, read and written. */
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
  /** What its mail says. */
  readonly mail: (store: string) => { readonly subject: Message; readonly text: Message };
}

/** Declares an export. */
export const defineSource = <Params>(source: ExportSource<Params>): ExportSource<Params> => source;

const wallClockOf = keptBy(
  (timeZone: string) =>
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }),
);

/** An instant as a sheet shows it: the wall clock of the zone. */
export const wallClock = (at: Date, zone: string): string => wallClockOf(zone).format(at);
