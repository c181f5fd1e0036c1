import { z } from 'zod';
import { readJson } from '../kit/json.ts';
import { count, readableOf, textOrNull } from '../kit/wire-fields.ts';

/** The XML of order feeds and of their processing reports (amazon-sg.md 6). */

/** The cancelled lines of an order, and the reason. */
export interface CalledOff {
  readonly sellerId: string;
  readonly orderId: string;
  readonly reason: string;
  readonly itemIds: readonly string[];
}

/** The feed that cancels lines of one order. */
export function acknowledgementXml({ sellerId, orderId, reason, itemIds }: CalledOff): string {
  const items = itemIds.map((id) =>
    element('Item', element('AmazonOrderItemCode', escaped(id)) + element('CancelReason', escaped(reason))),
  );
  const acknowledgement =
    element('AmazonOrderID', escaped(orderId)) + element('StatusCode', 'Failure') + items.join('');
  const header = element('DocumentVersion', '1.01') + element('MerchantIdentifier', escaped(sellerId));
  const message = element('MessageID', '1') + element('OrderAcknowledgement', acknowledgement);
  const envelope =
    element('Header', header) + element('MessageType', 'OrderAcknowledgement') + element('Message', message);
  return `<?xml version="1.0" encoding="UTF-8"?>${element('AmazonEnvelope', envelope)}`;
}

const element = (name: string, content: string): string => `<${name}>${content}</${name}>`;

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/**
 * The first error in a processing report; null where the report counts none. A result in another form (text, JSON with issues) is no
 * good news: it is a failure with its words, unless it is a report of JSON that counts no error.
 */
export function errorInReport(report: string): { code: string; reason: string } | null {
  const results = [...report.matchAll(/<Result>([\s\S]*?)<\/Result>/g)].map(([, result]) => result ?? '');
  const failed = results.find((result) => textOf(result, 'ResultCode') === 'Error');
  const failures = Number(textOf(report, 'MessagesWithError') ?? '0');
  if (failed !== undefined || failures > 0) {
    return {
      code: textOf(failed ?? '', 'ResultMessageCode') ?? 'Error',
      reason: textOf(failed ?? '', 'ResultDescription') ?? 'no reason given',
    };
  }
  return /<ProcessingReport|<ProcessingSummary|<StatusCode>/.test(report) ? null : errorInOtherForm(report);
}

const jsonReport = z.object({
  issues: readableOf(z.object({ severity: textOrNull, code: textOrNull, message: textOrNull })),
  summary: z.object({ errors: count, messagesInvalid: count.nullish() }).nullish().catch(null),
});

function errorInOtherForm(report: string): { code: string; reason: string } | null {
  const { data } = jsonReport.safeParse(jsonIn(report));
  if (data === undefined)
    return { code: 'unreadable', reason: report.trim().slice(0, 300) || 'no reason given' };
  const issue = data.issues.find(({ severity }) => severity !== 'WARNING' && severity !== 'INFO');
  if (issue !== undefined) {
    return { code: issue.code ?? 'Error', reason: issue.message ?? 'no reason given' };
  }
  const isClean = data.summary?.errors === 0 && (data.summary.messagesInvalid ?? 0) === 0;
  return isClean ? null : { code: 'Error', reason: 'no reason given' };
}

function jsonIn(text: string): unknown {
  try {
    return readJson(text);
  } catch {
    return null;
  }
}

/** The text of the first element of this name. */
function textOf(xml: string, name: string): string | null {
  const found = new RegExp(`<${name}>([\\s\\S]*?)</${name}>`).exec(xml)?.[1];
  return found === undefined ? null : plain(found.trim());
}

function plain(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');
}
