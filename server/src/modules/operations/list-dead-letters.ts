import type {
  DeadLetter,
  listDeadLetters as listEndpoint,
} from '@evenstock/contract/operations/dead-letters';
import type { CallReply } from '@evenstock/contract/api/endpoint';
import type { z } from 'zod';
import type { Context } from '../../context.ts';
import { pageOf } from '../../api/page-request.ts';
import { withoutQuotes } from '../../platform/process/log.ts';
import { countEnded, readDeadLetters, type DeadLetterRow } from './dead-letters.queries.ts';

/**
 * One page of the jobs that failed for good, newest first.
 * @param storeId null: of all stores, and of none
 */
export async function listDeadLetters(
  ctx: Context,
  storeId: number | null,
  query: z.output<(typeof listEndpoint)['query']>,
): Promise<CallReply<typeof listEndpoint>> {
  const page = pageOf(query);
  const { rows, total } = await readDeadLetters(ctx.db, storeId, page);
  return {
    dead_letters: rows.map(describe),
    total_count: total,
    page: page.page,
    per_page: page.perPage,
  };
}

/** How many jobs of the installation failed for good. */
export async function countDeadLetters(ctx: Context): Promise<number> {
  return countEnded(ctx.db, null);
}

function describe({ id, job, payload, attempts, error, createdAt, failedAt }: DeadLetterRow): DeadLetter {
  return {
    id,
    job,
    subject: idsOf(payload),
    attempts,
    error: error === null ? null : withoutQuotes(error),
    created_at: createdAt.toISOString(),
    failed_at: failedAt.toISOString(),
  };
}

/** Numbers alone: texts of a payload may be somebody's personal data. */
function idsOf(payload: unknown): Record<string, number> {
  if (typeof payload !== 'object' || payload === null) return {};
  return Object.fromEntries(
    Object.entries(payload).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
  );
}
