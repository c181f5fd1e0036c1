import { z } from 'zod';
import type { FeedResult, FeedRun } from './feed-run.ts';
import { Failure } from '../protocol/reply.ts';
import { issuesWith, type SubmissionIssue } from '../listings/submission-checks.ts';
import { patchOperation, type Submission } from '../listings/submission-records.ts';
import { readPatch, settle } from '../listings/submissions.ts';

const mostMessages = 25_000;
const header = z.looseObject({ sellerId: z.string(), version: z.literal('2.0') });
const envelope = z.object({ header, messages: z.array(z.unknown()).min(1).max(mostMessages) });
const attributes = z.record(z.string(), z.array(z.record(z.string(), z.unknown())));
const base = { messageId: z.int().positive(), sku: z.string().min(1) };
const message = z.discriminatedUnion('operationType', [
  z.object({
    ...base,
    operationType: z.literal('PATCH'),
    productType: z.string(),
    patches: z.array(patchOperation).min(1),
  }),
  z.object({ ...base, operationType: z.literal('PARTIAL_UPDATE'), productType: z.string(), attributes }),
  z.object({ ...base, operationType: z.literal('UPDATE'), productType: z.string(), attributes }),
  z.object({ ...base, operationType: z.literal('DELETE') }),
]);
type Message = z.infer<typeof message>;

interface FeedIssue {
  readonly messageId: number;
  readonly sku?: string;
  readonly code: string;
  readonly severity: 'ERROR';
  readonly message: string;
  readonly attributeName?: string;
}

/** JSON_LISTINGS_FEED: what PATCH, PUT and DELETE do, for many SKUs (amazon-sg.md 3.2). */
export function listingsFeed({ core, records, shop, feed, text }: FeedRun): FeedResult | null {
  const read = envelope.safeParse(parsed(text)).data;
  if (read === undefined || read.header.sellerId !== shop.id) return null;
  const messages = feed.isHalf ? read.messages.slice(0, Math.floor(read.messages.length / 2)) : read.messages;
  const issues: FeedIssue[] = [];
  let accepted = 0;
  for (const [index, one] of messages.entries()) {
    const found = message.safeParse(one);
    const wrong = found.success
      ? apply(found.data)
      : [
          {
            messageId: index + 1,
            code: '4000001',
            severity: 'ERROR' as const,
            message: 'The message does not have the form of its operationType.',
          },
        ];
    issues.push(...wrong);
    if (wrong.length === 0) accepted += 1;
  }

  function apply(one: Message): FeedIssue[] {
    const submission = submissionOf(one);
    if (submission instanceof Failure)
      return [
        {
          messageId: one.messageId,
          sku: one.sku,
          code: '4000002',
          severity: 'ERROR',
          message: submission.message,
        },
      ];
    const wrong = issuesWith(core, records, shop, submission);
    if (wrong.length === 0) settle(core, records, shop, submission);
    return wrong.map((issue) => issueOf(one, issue));
  }

  const summary = {
    errors: issues.length,
    warnings: 0,
    messagesProcessed: messages.length,
    messagesAccepted: accepted,
    messagesInvalid: messages.length - accepted,
  };
  const report = { header: { ...read.header, feedId: feed.id }, issues, summary };
  return { contentType: 'application/json; charset=UTF-8', text: JSON.stringify(report) };
}

function submissionOf(one: Message): Submission | Failure {
  if (one.operationType === 'DELETE') return { kind: 'delete', sku: one.sku };
  const { sku, productType } = one;
  try {
    const patches =
      one.operationType === 'PATCH'
        ? one.patches.map(readPatch)
        : Object.entries(one.attributes).map(([attribute, value]) => ({
            op: 'replace' as const,
            attribute,
            value,
          }));
    return { kind: 'change', sku, productType, patches };
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}

function issueOf({ messageId, sku }: Message, { code, message, attributeNames }: SubmissionIssue): FeedIssue {
  const [attributeName] = attributeNames ?? [];
  return {
    messageId,
    sku,
    code,
    severity: 'ERROR',
    message,
    ...(attributeName === undefined ? {} : { attributeName }),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
