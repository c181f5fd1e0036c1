import { rejected, unexpected } from '../kit/errors.ts';
import type { ChannelReply } from '../kit/http.ts';
import { parseReply } from '../kit/read-records.ts';
import type { Access } from '../kit/access.ts';
import { callAmazon, marketplaceId, segment } from './client.ts';
import { download } from './documents.ts';
import { createdReport, document, report, reportPage } from './wire.ts';

/** Reports are made over there on demand (amazon-sg.md 3.5): asked for, waited for, fetched. */

const root = '/reports/2021-06-30';

/** Seconds until a report that is being made is looked at again; most take a minute or two. */
export const reportWait = 30;

/** Asks for a report on our marketplace. The id stays good, over any restart. */
export async function requestReport(
  access: Access,
  reportType: string,
  span: { readonly from: Date; readonly to: Date } | null,
): Promise<string> {
  const { body } = await callAmazon(access, {
    operation: 'createReport',
    method: 'POST',
    path: `${root}/reports`,
    body: {
      reportType,
      marketplaceIds: [marketplaceId],
      ...(span === null
        ? {}
        : { dataStartTime: span.from.toISOString(), dataEndTime: span.to.toISOString() }),
    },
  });
  return parseReply(createdReport, body, 'createReport').reportId;
}

export type ReportNow =
  | { readonly state: 'being_made'; readonly replies: readonly ChannelReply[] }
  /** Called off over there: Amazon does so where there is nothing to report. */
  | { readonly state: 'called_off'; readonly replies: readonly ChannelReply[] }
  | {
      readonly state: 'ready';
      readonly documentId: string;
      /** What it tells was so when it was asked for, or a little before. */
      readonly asOf: Date;
      readonly replies: readonly ChannelReply[];
    };

/** How far a report is. Throws `rejected` where it failed: another one must be asked for. */
export async function lookAtReport(access: Access, reportId: string): Promise<ReportNow> {
  const { body, reply } = await callAmazon(access, {
    operation: 'getReport',
    method: 'GET',
    path: `${root}/reports/${segment(reportId)}`,
  });
  const { processingStatus, reportDocumentId, createdTime } = parseReply(report, body, 'getReport');
  const replies = [reply];
  switch (processingStatus) {
    case 'IN_QUEUE':
    case 'IN_PROGRESS':
      return { state: 'being_made', replies };
    case 'CANCELLED':
      return { state: 'called_off', replies };
    case 'FATAL':
      throw rejected('report_failed', 'Amazon could not put the report together. Try again later.');
    case 'DONE':
      if (reportDocumentId === null) throw unexpected('Amazon finished a report without a document.');
      return { state: 'ready', documentId: reportDocumentId, asOf: createdTime, replies };
    default:
      throw unexpected(`Amazon reports that a report is ${processingStatus}, which is not documented.`);
  }
}

/** What stands in a finished report. */
export async function readReport(
  access: Access,
  documentId: string,
): Promise<{ text: string; reply: ChannelReply }> {
  const { body } = await callAmazon(access, {
    operation: 'getReportDocument',
    method: 'GET',
    path: `${root}/documents/${segment(documentId)}`,
  });
  return download(access, parseReply(document, body, 'getReportDocument'));
}

/** The newest finished report of a type; null where there is none (they are kept for 90 days). */
export async function newestReport(
  access: Access,
  reportType: string,
): Promise<{ documentId: string; asOf: Date } | null> {
  const { body } = await callAmazon(access, {
    operation: 'getReports',
    method: 'GET',
    path: `${root}/reports`,
    query: { reportTypes: reportType, processingStatuses: 'DONE', pageSize: '10' },
  });
  const { reports } = parseReply(reportPage, body, 'getReports');
  const [newest] = reports.toSorted((one, other) => other.createdTime.getTime() - one.createdTime.getTime());
  const documentId = newest?.reportDocumentId ?? null;
  return newest === undefined || documentId === null ? null : { documentId, asOf: newest.createdTime };
}
