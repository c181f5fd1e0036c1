import { message } from '@evenstock/contract/messages/message';
import { toMinor } from '@evenstock/contract/values/money';
import { z } from 'zod';
import type { ChannelReturn, Returns } from '../kit/capabilities.ts';
import { onceEach } from '../kit/batches.ts';
import { rejected } from '../kit/errors.ts';
import type { Access } from '../kit/access.ts';
import type { Cursor, Window } from '../kit/paging.ts';
import { nameFrom, readEach } from '../kit/read-records.ts';
import { count, numericOrNull, textOrNull } from '../kit/wire-fields.ts';
import { currency as ownCurrency } from './client.ts';
import { flatRows } from './documents.ts';
import type { FlatRow } from './documents.ts';
import { lookAtReport, newestReport, readReport, reportWait, requestReport } from './reports.ts';
import { returnStateOf } from './return-states.ts';
import { channel } from './channel.ts';

/** Returns of what the seller shipped, as a flat file; there is no call that reads or answers one (amazon-sg.md 6). */
const reportType = 'GET_FLAT_FILE_RETURNS_DATA_BY_RETURN_DATE';

/** Longest period of one report, in milliseconds (amazon-sg.md 6). */
const longestSpanMs = 60 * 86_400_000;

const columns = [
  'order id',
  'return request date',
  'return request status',
  'amazon rma id',
  'merchant sku',
  'return quantity',
] as const;

export const returns: Returns = {
  /**
   * The report has the day of the request and not of the last change, so it always covers the last 60 days, or the window where
   * that is longer.
   */
  async page(access, cursor, updated) {
    const span = spanAt(cursor, updated);
    const reportId = cursor?.['report'];
    if (typeof reportId !== 'string') {
      // The end of a report must not lie ahead (model: CreateReportSpecification).
      const now = access.http.now();
      const report = await requestReport(access, reportType, {
        from: span.from,
        to: span.to > now ? now : span.to,
      });
      return { ...none, next: { report, from: span.from.getTime() }, waitSeconds: reportWait };
    }
    const now = await lookAtReport(access, reportId);
    if (now.state === 'being_made') return { ...none, next: cursor, waitSeconds: reportWait };
    const next = span.to < updated.to ? { report: null, from: span.to.getTime() } : null;
    if (now.state === 'called_off') return { ...none, next, waitSeconds: 0 };
    return { ...(await returnsIn(access, now)), next, waitSeconds: 0 };
  },

  /** From the newest report, which each page of returns creates. */
  async read(access, returnId) {
    const newest = await newestReport(access, reportType);
    if (newest === null) return null;
    const { returns: found } = await returnsIn(access, newest);
    return found.find((each) => each.returnId === returnId) ?? null;
  },
};

const none = { returns: [], unreadable: [] };

function spanAt(cursor: Cursor | null, updated: Window): { from: Date; to: Date } {
  const earliest = Math.min(updated.from.getTime(), updated.to.getTime() - longestSpanMs);
  const from = typeof cursor?.['from'] === 'number' ? cursor['from'] : earliest;
  return { from: new Date(from), to: new Date(Math.min(from + longestSpanMs, updated.to.getTime())) };
}

async function returnsIn(access: Access, report: { readonly documentId: string; readonly asOf: Date }) {
  const { text } = await readReport(access, report.documentId);
  const { read, unreadable } = readEach(
    groups(flatRows(text, columns)),
    'return',
    (rows) => nameFrom(Array.isArray(rows) ? rows[0] : null, 'amazon rma id', 'order id'),
    (rows) => returnOf(z.array(row).min(1).parse(rows), report.asOf),
  );
  return { returns: read, unreadable };
}

/** One line for each item: those of one RMA are one return. A line that comes twice is one, as it has its units in a column. */
function groups(rows: readonly FlatRow[]): FlatRow[][] {
  const byId = new Map<string, FlatRow[]>();
  for (const each of onceEach(rows, (cells) => JSON.stringify(cells))) {
    const id = idOf(each);
    byId.set(id, [...(byId.get(id) ?? []), each]);
  }
  return [...byId.values()];
}

/** Amazon's RMA number; where it is not given yet, the order and SKU that are to come back. */
function idOf(each: Readonly<Record<string, unknown>>): string {
  const rma = nameFrom(each, 'amazon rma id');
  return rma === 'unknown' ? `${nameFrom(each, 'order id')}/${nameFrom(each, 'merchant sku')}` : rma;
}

const day = z.string().transform((text) => dayOf(text));

const row = z.object({
  'order id': z.string().min(1),
  'return request date': day,
  'return request status': z.string(),
  'amazon rma id': textOrNull,
  'merchant sku': textOrNull,
  'item name': textOrNull,
  'return quantity': count,
  'return reason': textOrNull,
  'tracking id': textOrNull,
  'currency code': textOrNull,
  'refunded amount': numericOrNull,
});
type Row = z.output<typeof row>;

function returnOf(rows: readonly Row[], asOf: Date): ChannelReturn {
  const [first] = rows;
  if (first === undefined) throw rejected('empty', message('answers.return_without_line'));
  const refunds = rows.flatMap((each) => each['refunded amount'] ?? []);
  const currency = first['currency code'] ?? ownCurrency;
  return {
    returnId: idOf(first),
    order: { number: first['order id'], channelId: first['order id'] },
    rawState: first['return request status'],
    state: returnStateOf(first['return request status']),
    canAccept: false,
    canDispute: false,
    reason: first['return reason'],
    textReason: null,
    disputeReason: null,
    disputeTextReason: null,
    pictures: [],
    trackingNumber: first['tracking id'],
    refundAmount:
      refunds.length === 0 ? null : refunds.reduce((sum, each) => sum + toMinor(each, currency), 0),
    currency,
    createdAt: first['return request date'],
    // The report has the state at its own time, and not the time of the last change.
    updatedAt: asOf,
    dueAt: null,
    lines: rows.map((each) => ({
      lineId: null,
      itemId: each['merchant sku'],
      variantId: each['merchant sku'],
      sku: each['merchant sku'],
      name: each['item name'] ?? each['merchant sku'] ?? '',
      units: each['return quantity'],
      price: null,
    })),
  };
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** ISO 8601, or a day like 20-Nov-2026; a day counts from its midnight, UTC. Throws `rejected` for any other form. */
function dayOf(text: string): Date {
  const named = /^(\d{1,2})-([a-z]{3})-(\d{4})$/i.exec(text);
  const month = months.indexOf(named?.[2]?.toLowerCase() ?? '');
  if (named !== null && month >= 0) {
    return new Date(Date.UTC(Number(named[3]), month, Number(named[1])));
  }
  const at = /^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:?\d{2})?)?$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at)) {
    throw rejected('return_date', message('answers.return_date_unknown', { channel, date: text }));
  }
  return new Date(at);
}
