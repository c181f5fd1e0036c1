import { message } from '@evenstock/contract/messages/message';
import { rejected, unexpected } from '../kit/errors.ts';
import type { ChannelReply } from '../kit/http.ts';
import { parseReply } from '../kit/read-records.ts';
import type { Access } from '../kit/access.ts';
import { callAmazon, marketplaceId, segment } from './client.ts';
import { download } from './documents.ts';
import { createdReport, document, report, reportPage } from './wire.ts';
import { channel } from './channel.ts';

/** Reports are made on request (amazon-sg.md 3.5): created, polled, downloaded. */

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
  /** Amazon cancelled it, as there is nothing to report. */
  | { readonly state: 'called_off'; readonly replies: readonly ChannelReply[] }
  | {
      readonly state: 'ready';
      readonly documentId: string;
      /** Its data are of this instant, or a little older. */
      readonly asOf: Date;
      readonly replies: readonly ChannelReply[];
    };

/** The state of a report. Throws `rejected` where it failed, so that another is needed. */
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
      throw rejected('report_failed', message('answers.report_failed', { channel }));
    case 'DONE':
      if (reportDocumentId === null) throw unexpected(message('answers.report_missing', { channel }));
      return { state: 'ready', documentId: reportDocumentId, asOf: createdTime, replies };
    default:
      throw unexpected(message('answers.state_undocumented', { channel, state: processingStatus }));
  }
}

/** Downloads the content of a finished report. */
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
