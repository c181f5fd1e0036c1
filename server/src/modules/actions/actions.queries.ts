import { english } from '@evenstock/contract/messages/english';
import type { MessageOnWire } from '@evenstock/contract/messages/message';
import type { Reference } from '@evenstock/connectors/kit/capabilities';
import type { zoneOfCountry } from '@evenstock/contract/stores/stores';
import type { ActionKind, ActionState, ActionSubject } from '@evenstock/contract/actions/actions';
import { sql, type RawBuilder } from 'kysely';
import { actingToken } from '../../platform/secrets/acting-token.ts';
import type { Handle, Tx } from '../../platform/database/database.ts';
import type { ActionRecord } from './action-definition.ts';
import { NEEDS_YOU_AFTER_MS, ORDER_NEEDS_YOU_AFTER_MS, type ActionProgress } from './action-state.rules.ts';

const record = sql`
  a.id, a.store_id as "storeId", a.marketplace_id as "marketplaceId", a.kind, a.subject_type as "subjectType",
  a.subject_id as "subjectId", a.attempt_key as "attemptKey", a.user_id as "userId", a.access_token_id as "accessTokenId", a.asked_at as "askedAt"`;

export interface NewAction {
  readonly storeId: number;
  readonly marketplaceId: number;
  readonly kind: ActionKind;
  readonly subjectType: ActionSubject;
  readonly subjectId: number;
  readonly exclusiveKey: string;
  readonly attemptKey: string;
  readonly asked: unknown;
  readonly askedDigest: string | null;
  readonly userId: number | null;
  readonly operationId: number | null;
  readonly now: Date;
}

/** Inserts an action. Null: an unfinished action holds its exclusive key. */
export async function insertAction(tx: Tx, action: NewAction): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    insert into marketplace_actions (store_id, marketplace_id, kind, subject_type, subject_id, exclusive_key, attempt_key, asked,
      asked_digest, user_id, access_token_id, operation_id, next_at, asked_at)
    values (${action.storeId}, ${action.marketplaceId}, ${action.kind}, ${action.subjectType}, ${action.subjectId},
      ${action.exclusiveKey}, ${action.attemptKey}, ${JSON.stringify(action.asked)}, ${action.askedDigest}, ${action.userId},
      ${action.userId === null ? null : actingToken()}, ${action.operationId}, ${action.now}, ${action.now})
    on conflict (store_id, exclusive_key) where finished_at is null do nothing
    returning id`.execute(tx);
  return rows[0]?.id ?? null;
}

export interface UnfinishedAction {
  readonly id: number;
  readonly kind: ActionKind;
  /** It asks for the same. */
  readonly isSame: boolean;
  readonly askedAt: Date;
  /** The address of who asked for it; null for a schedule, or where the account is gone. */
  readonly askedBy: string | null;
  readonly country: keyof typeof zoneOfCountry;
}

/** What is asked for now, to be compared: as its action would keep it, and the digest of its caller's words. */
export interface AskedNow {
  readonly asked?: unknown;
  readonly digest: string | null;
}

/** The unfinished action that holds an exclusive key. */
export async function findUnfinished(
  tx: Handle,
  storeId: number,
  exclusiveKey: string,
  { asked, digest }: AskedNow,
): Promise<UnfinishedAction | null> {
  const { rows } = await sql<UnfinishedAction>`
    select a.id, a.kind, a.asked_at as "askedAt", w.email as "askedBy", s.country,
      coalesce(a.asked = ${asked === undefined ? null : JSON.stringify(asked)}::jsonb, false)
        or coalesce(a.asked_digest = ${digest}, false) as "isSame"
    from marketplace_actions a join stores s on s.id = a.store_id left join users w on w.id = a.user_id
    where a.store_id = ${storeId} and a.exclusive_key = ${exclusiveKey} and a.finished_at is null`.execute(
    tx,
  );
  return rows[0] ?? null;
}

/** An action under this worker's lease. `performs`: it is to be called; otherwise it is checked. */
export interface ClaimedAction extends ActionRecord {
  readonly performs: boolean;
  readonly reference: Reference | null;
  readonly calls: number;
  readonly checks: number;
  /** When the last call that may have taken effect was sent. */
  readonly sentAt: Date;
  /** A member dismissed it. */
  readonly isDismissed: boolean;
}

/**
 * Takes the lease of an unfinished action that is due. A waiting action becomes `sent` before it is called. An action that was
 * sent by a worker that died is checked, and never called again before that.
 */
export async function claimAction(
  db: Handle,
  id: number,
  claim: { readonly token: string; readonly now: Date; readonly until: Date },
): Promise<ClaimedAction | null> {
  const { rows } = await sql<ClaimedAction>`
    with free as (
      select id, state = 'waiting' as performs from marketplace_actions
      where id = ${id} and finished_at is null and next_at <= ${claim.now}
        and (lease_until is null or lease_until <= ${claim.now})
      for update
    )
    update marketplace_actions a set
      lease_token = ${claim.token}, lease_until = ${claim.until},
      state = case when f.performs then 'sent' when a.reference is null then 'unknown' else a.state end,
      calls = a.calls + f.performs::integer,
      checks = case when f.performs then 0 else a.checks + 1 end,
      sent_at = case when f.performs then ${claim.now}::timestamptz else a.sent_at end
    from free f where a.id = f.id
    returning ${record}, f.performs, a.asked, a.reference, a.calls, a.checks, a.sent_at as "sentAt",
      a.dismissed_at is not null as "isDismissed"`.execute(db);
  return rows[0] ?? null;
}

/**
 * Extends a lease before a request is sent. False: another worker has the lease.
 * @param sentAt null for a check
 */
export async function extendLease(
  db: Handle,
  id: number,
  token: string,
  { until, sentAt }: { readonly until: Date; readonly sentAt: Date | null },
): Promise<boolean> {
  const { rows } = await sql`
    update marketplace_actions set lease_until = ${until}, sent_at = coalesce(${sentAt}::timestamptz, sent_at)
    where id = ${id} and lease_token = ${token} and finished_at is null returning id`.execute(db);
  return rows.length > 0;
}

/**
 * Records the outcome of a call or a check and releases the lease. Null: another worker has the lease.
 * @param neverSent whether the claimed call certainly did nothing, so that it does not count
 */
export async function recordProgress(
  tx: Tx,
  id: number,
  token: string,
  progress: ActionProgress,
  { now, neverSent }: { readonly now: Date; readonly neverSent: boolean },
): Promise<{ readonly operationId: number | null } | null> {
  const reference = 'reference' in progress ? progress.reference : null;
  const isFinished = progress.state === 'done' || progress.state === 'refused';
  const refused = progress.state === 'refused' ? progress : null;
  const { rows } = await sql<{ operationId: number | null }>`
    update marketplace_actions set
      state = ${progress.state}, reference = ${reference === null ? null : JSON.stringify(reference)}::jsonb,
      next_at = ${'nextAt' in progress ? progress.nextAt : now}, finished_at = ${isFinished ? now : null},
      outcome_code = ${refused?.code ?? null}, outcome_reason = ${refused === null ? null : english(refused.reason)},
      outcome_message = ${refused === null ? null : JSON.stringify(refused.reason)}::jsonb,
      may_retry = ${refused?.mayRetry ?? false}, calls = calls - ${neverSent ? 1 : 0},
      sent_at = case when calls = ${neverSent ? 1 : 0} then null else sent_at end, lease_token = null, lease_until = null
    where id = ${id} and lease_token = ${token} and finished_at is null returning operation_id as "operationId"`.execute(
    tx,
  );
  return rows[0] ?? null;
}

/** When an unfinished action may be claimed; null: it has ended. */
export async function claimableAt(db: Handle, id: number): Promise<Date | null> {
  const { rows } = await sql<{ at: Date }>`
    select greatest(next_at, lease_until) as at from marketplace_actions
    where id = ${id} and finished_at is null`.execute(db);
  return rows[0]?.at ?? null;
}

/** Unfinished actions that were due before an instant and that no worker holds, oldest first. */
export const overdue = (before: Date, limit: number): RawBuilder<{ id: number }> => sql`
  select id from marketplace_actions
  where finished_at is null and next_at <= ${before} and (lease_until is null or lease_until <= ${before})
  order by next_at limit ${limit}`;

export async function overdueActions(db: Handle, before: Date, limit: number): Promise<number[]> {
  const { rows } = await overdue(before, limit).execute(db);
  return rows.map(({ id }) => id);
}

export interface ListedAction {
  readonly id: number;
  readonly kind: ActionKind;
  readonly state: ActionState;
  readonly subject_type: ActionSubject;
  readonly subject_id: number;
  readonly subject_name: string | null;
  readonly subject_key: string | null;
  readonly marketplace_id: number;
  readonly marketplace_slug: string;
  readonly marketplace_name: string;
  readonly channel: string;
  readonly user_id: number | null;
  readonly email: string | null;
  readonly access_token_id: number | null;
  readonly access_token_name: string | null;
  readonly asked_at: Date;
  readonly sent_at: Date | null;
  readonly finished_at: Date | null;
  readonly next_at: Date;
  readonly outcome_code: string | null;
  readonly outcome_reason: string | null;
  /** What `outcome_reason` says, as a message. */
  readonly outcome_message: MessageOnWire | null;
  readonly may_retry: boolean;
}

export interface ActionFilter {
  readonly storeId: number;
  readonly id: number | null;
  /** Actions requested before this without an outcome need a person; null: every action is listed. */
  readonly needsYouBefore: Date | null;
  readonly subjectType: ActionSubject | null;
  readonly subjectId: number | null;
}

/** What needs a person, of a store and a time. */
const needsPerson = (before: Date): RawBuilder<unknown> => sql`
  a.dismissed_at is null and a.state <> 'done' and (a.state = 'refused' or ${isOverdue(before)})`;

/** @param before for the actions that wait the longest until they need a person */
const isOverdue = (before: Date): RawBuilder<unknown> => sql`
  a.asked_at < case when a.state = 'unknown' and a.subject_type = 'Order'
    then ${new Date(before.getTime() + NEEDS_YOU_AFTER_MS - ORDER_NEEDS_YOU_AFTER_MS)}::timestamptz
    else ${before}::timestamptz end`;

function conditionsOf(filter: ActionFilter): RawBuilder<unknown> {
  const conditions = [
    sql`a.store_id = ${filter.storeId}`,
    ...(filter.id === null ? [] : [sql`a.id = ${filter.id}`]),
    ...(filter.subjectType === null ? [] : [sql`a.subject_type = ${filter.subjectType}`]),
    ...(filter.subjectId === null ? [] : [sql`a.subject_id = ${filter.subjectId}`]),
    ...(filter.needsYouBefore === null ? [] : [needsPerson(filter.needsYouBefore)]),
  ];
  return sql.join(conditions, sql` and `);
}

interface ActionPage {
  readonly offset: number;
  readonly limit: number;
}

/** Actions `a` with their records. */
const listed = sql`
  select a.id, a.kind, a.state, a.subject_type, a.subject_id,
    coalesce(o.number, p.name, v.name) as subject_name, coalesce(o.reference_number, u.slug, i.slug) as subject_key,
    m.id as marketplace_id, m.slug as marketplace_slug, m.name as marketplace_name, m.channel,
    a.user_id, w.email, a.access_token_id, t.name as access_token_name, a.asked_at, a.sent_at, a.finished_at, a.next_at, a.outcome_code, a.outcome_reason, a.outcome_message, a.may_retry
  from marketplace_actions a
  join marketplaces m on m.id = a.marketplace_id
  left join users w on w.id = a.user_id
  left join access_tokens t on t.id = a.access_token_id
  left join orders o on a.subject_type = 'Order' and o.id = a.subject_id
  left join variant_listings v on a.subject_type = 'VariantListing' and v.id = a.subject_id
  left join variants u on u.id = v.variant_id
  left join product_listings p on a.subject_type = 'ProductListing' and p.id = a.subject_id
  left join products i on i.id = p.product_id`;

/** A page of actions, newest first, with their records. */
export const actionsPage = (filter: ActionFilter, page: ActionPage): RawBuilder<ListedAction> => sql`
  ${listed} where ${conditionsOf(filter)} order by a.id desc limit ${page.limit} offset ${page.offset}`;

/** Where a page of what needs a person begins: after this one. An id of 0: after all that were asked for at this time. */
export interface AfterAction {
  readonly at: Date;
  readonly id: number;
}

/** Actions that need a person, those that were asked for last first. */
export const needsYouPage = (
  storeId: number,
  needsYouBefore: Date,
  after: AfterAction | null,
  limit: number,
): RawBuilder<ListedAction> => sql`
  ${listed}
  where a.store_id = ${storeId} and ${needsPerson(needsYouBefore)}
    and ${after === null ? sql`true` : sql`(a.asked_at, a.id) < (${after.at}::timestamptz, ${after.id}::bigint)`}
  order by a.asked_at desc, a.id desc limit ${limit}`;

/** How many actions need a person, at most `limit`. */
export const countNeedsYou = (
  storeId: number,
  needsYouBefore: Date,
  limit: number,
): RawBuilder<{ count: number }> => sql`
  select count(*)::integer as count from (
    select from marketplace_actions a where a.store_id = ${storeId} and ${needsPerson(needsYouBefore)} limit ${limit}) c`;

/** What a refused action that its marketplace may accept later asked for. */
type RefusedAction = Pick<
  NewAction,
  'marketplaceId' | 'kind' | 'subjectType' | 'subjectId' | 'exclusiveKey' | 'asked'
>;

/** Dismisses a refused action in whose place another one is asked for. Null: it cannot be tried again, or was dismissed. */
export async function replaceRefused(
  tx: Tx,
  storeId: number,
  id: number,
  now: Date,
): Promise<RefusedAction | null> {
  const { rows } = await sql<RefusedAction>`
    update marketplace_actions a set dismissed_at = ${now}
    where a.id = ${id} and a.store_id = ${storeId} and a.state = 'refused' and a.may_retry and a.dismissed_at is null
      and a.subject_type <> 'Order'
    returning a.marketplace_id as "marketplaceId", a.kind, a.subject_type as "subjectType", a.subject_id as "subjectId",
      a.exclusive_key as "exclusiveKey", a.asked`.execute(tx);
  return rows[0] ?? null;
}

export async function readActions(
  db: Handle,
  filter: ActionFilter,
  page: ActionPage,
): Promise<{ readonly actions: readonly ListedAction[]; readonly totalCount: number }> {
  const { rows } = await actionsPage(filter, page).execute(db);
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::integer as count from marketplace_actions a where ${conditionsOf(filter)}`.execute(db);
  return { actions: rows, totalCount: counted[0]?.count ?? 0 };
}

/**
 * Dismisses an action that needs a person. One without an outcome becomes due at once, for a last check.
 * @returns whether it has ended; null where it does not need a person
 */
export async function dismiss(
  tx: Tx,
  storeId: number,
  id: number,
  { now, needsYouBefore }: { readonly now: Date; readonly needsYouBefore: Date },
): Promise<{ readonly isFinished: boolean } | null> {
  const { rows } = await sql<{ isFinished: boolean }>`
    update marketplace_actions a set
      dismissed_at = ${now}, next_at = case when a.finished_at is null then ${now}::timestamptz else a.next_at end
    where a.id = ${id} and a.store_id = ${storeId} and a.dismissed_at is null and a.state <> 'done'
      and (a.state = 'refused' or ${isOverdue(needsYouBefore)})
    returning a.finished_at is not null as "isFinished"`.execute(tx);
  return rows[0] ?? null;
}
