import type { Action, listActions as listActionsEndpoint } from '@evenstock/contract/actions/actions';
import type { CallReply } from '@evenstock/contract/api/endpoint';
import type { Context } from '../../context.ts';
import { pageOf } from '../../api/page-request.ts';
import { notFound, type Call } from '../../api/routing.ts';
import { NEEDS_YOU_AFTER_MS } from './action-state.rules.ts';
import { countNeedsYou, needsYouPage, readActions, type AfterAction } from './actions.queries.ts';
import { describeAction } from './describe-action.rules.ts';

/** Actions requested before this without an outcome need a person. */
export function needsYouBefore(ctx: Context): Date {
  return new Date(ctx.clock.now().getTime() - NEEDS_YOU_AFTER_MS);
}

/** Actions of a store, newest first: those of one record, or all that need a person. */
export async function listActions(
  call: Call<typeof listActionsEndpoint>,
): Promise<CallReply<typeof listActionsEndpoint>> {
  const { ctx, store, query } = call;
  const q = query.q ?? {};
  const page = pageOf(query);
  const { actions, totalCount } = await readActions(
    ctx.db,
    {
      storeId: store.id,
      id: null,
      needsYouBefore: q.needs_you === true ? needsYouBefore(ctx) : null,
      subjectType: q.subject_type_eq ?? null,
      subjectId: q.subject_id_eq ?? null,
    },
    { offset: page.offset, limit: page.perPage },
  );
  return {
    actions: actions.map(describeAction),
    total_count: totalCount,
    page: page.page,
    per_page: page.perPage,
  };
}

/** One action of a store. @throws Refusal 404 */
export async function showAction(ctx: Context, storeId: number, id: number): Promise<Action> {
  const only = { storeId, id, needsYouBefore: null, subjectType: null, subjectId: null };
  const { actions } = await readActions(ctx.db, only, { offset: 0, limit: 1 });
  const [action] = actions;
  if (action === undefined) throw notFound('action');
  return describeAction(action);
}

/** A page of what needs a person: actions, those that were asked for last first, after the given one. */
export async function listUndone(
  ctx: Context,
  storeId: number,
  after: AfterAction | null,
  limit: number,
): Promise<readonly Action[]> {
  const { rows } = await needsYouPage(storeId, needsYouBefore(ctx), after, limit).execute(ctx.db);
  return rows.map(describeAction);
}

/** How many actions of a store need a person, at most `limit`. */
export async function countUndone(ctx: Context, storeId: number, limit: number): Promise<number> {
  const { rows } = await countNeedsYou(storeId, needsYouBefore(ctx), limit).execute(ctx.db);
  return rows[0]?.count ?? 0;
}
