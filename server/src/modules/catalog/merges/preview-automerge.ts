import type { CallReply } from '@evenstock/contract/api/endpoint';
import { english } from '@evenstock/contract/messages/english';
import { message, type Message } from '@evenstock/contract/messages/message';
import type { previewAutomerge as previewAutomergeEndpoint } from '@evenstock/contract/catalog/merges';
import type { Context } from '../../../context.ts';
import { countGroups, newestRun, type MergeRunRow } from './automerge.queries.ts';

type Preview = CallReply<typeof previewAutomergeEndpoint>;

/** The state of an automatic merge, in the words of the page that shows it. */
function describeRun(run: MergeRunRow): NonNullable<Preview['last_run']> {
  const { id, total, done, failed } = run;
  return {
    id,
    ...statusOf(run),
    total,
    done,
    failed,
    started_at: run.started_at.toISOString(),
    finished_at: run.finished_at?.toISOString() ?? null,
  };
}

function statusOf({
  state,
  failed,
}: MergeRunRow): Pick<NonNullable<Preview['last_run']>, 'state' | 'error' | 'error_messages'> {
  if (state === 'waiting' || state === 'running') return { state: 'running', ...noError };
  if (state === 'cancelled') return { state, ...noError };
  if (failed > 0) return { state: 'failed', ...because(message('catalog.groups_not_merged', { failed })) };
  return state === 'done' ? { state, ...noError } : { state, ...because(message('catalog.merge_ended')) };
}

const noError = { error: null, error_messages: [] };
const because = (reason: Message) => ({ error: english(reason), error_messages: [reason] });

/** How many codes automatic merging would merge now, and the state of the last merge. */
export async function previewAutomerge(ctx: Context, storeId: number): Promise<Preview> {
  const [counts, run] = await Promise.all([countGroups(ctx.db, storeId), newestRun(ctx.db, storeId)]);
  return { ...counts, last_run: run === null ? null : describeRun(run) };
}
