import { z } from 'zod';
import { pageToken, readToken } from '../protocol/page-token.ts';
import { invalidInput } from '../protocol/reply.ts';
import { isoTime } from '../protocol/site.ts';
import type { SpCall } from '../protocol/sp-call.ts';

export const processingStatuses = ['CANCELLED', 'DONE', 'FATAL', 'IN_PROGRESS', 'IN_QUEUE'] as const;
export type ProcessingStatus = (typeof processingStatuses)[number];

/** Seconds in the queue, and until a report or feed has ended (amazon-sg.md 3.5: minutes). */
const queueSeconds = 1;
export const processingSeconds = 4;

interface Processed {
  readonly id: string;
  readonly type: string;
  readonly createdAt: number;
  readonly outcome: 'DONE' | 'CANCELLED' | 'FATAL' | null;
  readonly endedAt: number | null;
}

export function statusOf(one: Processed, now: number): ProcessingStatus {
  if (one.outcome !== null) return one.outcome;
  return now < one.createdAt + queueSeconds * 1000 ? 'IN_QUEUE' : 'IN_PROGRESS';
}

/** `createdTime`, `processingStatus` and the times of its start and end, once it has them. */
export function processingView(one: Processed, now: number): object {
  const status = statusOf(one, now);
  const wasWorkedOn = status !== 'IN_QUEUE' && status !== 'CANCELLED';
  return {
    createdTime: isoTime(one.createdAt),
    processingStatus: status,
    ...(wasWorkedOn ? { processingStartTime: isoTime(one.createdAt + queueSeconds * 1000) } : {}),
    ...(one.endedAt === null ? {} : { processingEndTime: isoTime(one.endedAt) }),
  };
}

const listQuestion = z.object({
  types: z.array(z.string()),
  statuses: z.array(z.string()),
  from: z.number(),
  to: z.number(),
  pageSize: z.int(),
});

/** One page of reports or feeds, newest first. A `nextToken` holds the query; no other parameter is allowed with it. */
export function listProcessed<T extends Processed>(
  call: SpCall,
  typesName: 'reportTypes' | 'feedTypes',
  all: Iterable<T>,
): { readonly page: readonly T[]; readonly nextToken?: string } {
  const { question, offset } = questionOf(call, typesName);
  const found = [...all]
    .filter(
      (one) =>
        question.types.includes(one.type) &&
        (question.statuses.length === 0 || question.statuses.includes(statusOf(one, call.now))) &&
        one.createdAt >= question.from &&
        one.createdAt <= question.to,
    )
    .sort((one, other) => other.createdAt - one.createdAt || Number(other.id) - Number(one.id));
  const next = offset + question.pageSize;
  return {
    page: found.slice(offset, next),
    ...(next < found.length ? { nextToken: pageToken(next, JSON.stringify(question)) } : {}),
  };
}

function questionOf(
  call: SpCall,
  typesName: 'reportTypes' | 'feedTypes',
): { question: z.infer<typeof listQuestion>; offset: number } {
  const token = call.text('nextToken');
  if (token !== null) {
    if (call.names().length > 1) throw invalidInput("'nextToken' cannot be combined with other parameters.");
    const [offset, text] = readToken(token, z.tuple([z.int(), z.string()])) ?? [0, 'null'];
    const question = listQuestion.safeParse(JSON.parse(text)).data;
    if (question === undefined) throw invalidInput("The 'nextToken' is invalid.");
    return { question, offset };
  }
  const types = call.list(typesName, 10);
  if (types.length === 0) throw invalidInput(`Either '${typesName}' or 'nextToken' is required.`);
  const marketplaces = call.list('marketplaceIds', 10);
  if (marketplaces.length > 0) call.mustBeHere(marketplaces);
  return {
    offset: 0,
    question: {
      types,
      statuses: call.list('processingStatuses', Infinity, processingStatuses),
      from: call.time('createdSince') ?? 0,
      to: call.time('createdUntil') ?? call.now,
      pageSize: call.whole('pageSize', 10, 1, 100),
    },
  };
}
