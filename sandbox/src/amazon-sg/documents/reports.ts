import { z } from 'zod';
import type { Shop } from '../../core/shop.ts';
import type { Core } from '../../core/simulator.ts';
import { makeDocument, presigned } from './documents.ts';
import { listingReport, listingReports } from './listing-reports.ts';
import { listProcessed, processingSeconds, processingView, statusOf } from './processing.ts';
import type { AmazonRecords, ReportRecord } from '../protocol/records.ts';
import { invalidInput, notFound } from '../protocol/reply.ts';
import { longestReturns, returnReports, returnsReport } from './returns-report.ts';
import { isoTime, readIsoTime, site } from '../protocol/site.ts';
import type { SpCall } from '../protocol/sp-call.ts';

export const reportTask = 'report';

const specification = z.object({
  reportType: z.string().min(1),
  marketplaceIds: z.array(z.string()).min(1).max(25),
  dataStartTime: z.string().optional(),
  dataEndTime: z.string().optional(),
  reportOptions: z.record(z.string(), z.string()).optional(),
});

/** `POST /reports/2021-06-30/reports`: 202, and worked on for a few seconds (amazon-sg.md 3.5). */
export function createReport(call: SpCall): object {
  const asked = call.body(specification);
  call.mustBeHere(asked.marketplaceIds);
  if (![...listingReports, ...returnReports].includes(asked.reportType))
    throw invalidInput(`Report type ${asked.reportType} is not supported.`);
  if (asked.marketplaceIds.length > 1 && listingReports.includes(asked.reportType))
    throw invalidInput('This report type takes one marketplace.');
  const id = String(50_000 + call.shop.nextNumber('report'));
  call.records.reports.put(`${call.shop.id}/${id}`, {
    shop: call.shop.id,
    id,
    type: asked.reportType,
    from: instantOf('dataStartTime', asked.dataStartTime),
    to: instantOf('dataEndTime', asked.dataEndTime),
    leftOut: call.leftOut(listingReports.includes(asked.reportType) ? 'products' : 'returns'),
    createdAt: call.now,
    outcome: null,
    endedAt: null,
    resultDocument: null,
  });
  call.core.schedule(call.shop, call.now + processingSeconds * 1000, reportTask, id);
  return { reportId: id };
}

function instantOf(name: string, text: string | undefined): number | null {
  if (text === undefined) return null;
  const instant = readIsoTime(text);
  if (instant === null) throw invalidInput(`'${name}' is not in ISO 8601 format.`);
  return instant;
}

/** A report has been worked on: DONE with its document, CANCELLED when there is nothing to report, FATAL when it cannot be made. */
export function finishReport(core: Core, records: AmazonRecords, shop: Shop, id: string): void {
  const report = records.reports.get(`${shop.id}/${id}`);
  if (report === undefined || report.outcome !== null) return;
  report.endedAt = core.clock.now();
  const text = isTooLong(report) ? null : contentOf(core, records, shop, report);
  report.outcome = isTooLong(report) ? 'FATAL' : text === null ? 'CANCELLED' : 'DONE';
  if (text !== null) {
    const isXml = report.type.startsWith('GET_XML');
    const contentType = isXml ? 'text/xml; charset=UTF-8' : 'text/plain; charset=UTF-8';
    const document = { kind: 'report', contentType, text, isPacked: true } as const;
    report.resultDocument = makeDocument(core, records, shop, document).id;
  }
  records.reports.put(`${shop.id}/${id}`, report);
}

function contentOf(core: Core, records: AmazonRecords, shop: Shop, report: ReportRecord): string | null {
  if (listingReports.includes(report.type))
    return listingReport(report, records, shop, (picture) => core.pictureUrl(picture));
  const { from, to } = returnsWindow(report);
  return returnsReport(report, records, shop, from, to);
}

function returnsWindow(report: ReportRecord): { from: number; to: number } {
  const to = report.to ?? report.createdAt;
  return { from: report.from ?? to - longestReturns, to };
}

function isTooLong(report: ReportRecord): boolean {
  const { from, to } = returnsWindow(report);
  return returnReports.includes(report.type) && (from > to || to - from > longestReturns);
}

/** `GET /reports/2021-06-30/reports/{reportId}`. */
export function getReport(call: SpCall): object {
  return reportView(named(call), call.now);
}

/** `GET /reports/2021-06-30/reports`: newest first. */
export function getReports(call: SpCall): object {
  const own = [...call.records.reports.values()].filter(({ shop }) => shop === call.shop.id);
  const { page, ...rest } = listProcessed(call, 'reportTypes', own);
  return { reports: page.map((report) => reportView(report, call.now)), ...rest };
}

/** `DELETE /reports/2021-06-30/reports/{reportId}`: only while it is in the queue. */
export function cancelReport(call: SpCall): object {
  const report = named(call);
  if (statusOf(report, call.now) !== 'IN_QUEUE')
    throw invalidInput('Only reports in the queue can be cancelled.');
  call.records.reports.put(`${call.shop.id}/${report.id}`, {
    ...report,
    outcome: 'CANCELLED',
    endedAt: call.now,
  });
  return {};
}

/** `GET /reports/2021-06-30/documents/{reportDocumentId}`: an address that is good for five minutes. */
export function getReportDocument(call: SpCall): object {
  const document = call.records.documents.get(call.part('reportDocumentId'));
  if (document?.shop !== call.shop.id || document.kind !== 'report')
    throw notFound('The report document could not be found.');
  const isEncoded = call.text('enableContentEncodingUrlHeader') === 'true' && document.isPacked;
  return {
    reportDocumentId: document.id,
    url: presigned(call.core, document, 'GET', isEncoded),
    ...(document.isPacked ? { compressionAlgorithm: 'GZIP' } : {}),
  };
}

function named(call: SpCall): ReportRecord {
  const report = call.records.reports.get(`${call.shop.id}/${call.part('reportId')}`);
  if (report === undefined) throw notFound(`Report ${call.part('reportId')} could not be found.`);
  return report;
}

function reportView(report: ReportRecord, now: number): object {
  return {
    reportId: report.id,
    reportType: report.type,
    marketplaceIds: [site.marketplaceId],
    dataStartTime: isoTime(report.from ?? report.createdAt),
    dataEndTime: isoTime(report.to ?? report.createdAt),
    ...processingView(report, now),
    ...(report.resultDocument === null ? {} : { reportDocumentId: report.resultDocument }),
  };
}
