import type { ActionSubject } from '@evenstock/contract/actions/actions';
import type { MessageOnWire } from '@evenstock/contract/messages/message';
import { sql } from 'kysely';
import type { Handle } from '../../platform/database/database.ts';

/**
 * The action of a record that an operation has asked for, or one before it whose failed rows it tries again. One that was refused
 * before is not it: it is asked for anew.
 */
export async function actionOfOperation(
  db: Handle,
  operationId: number,
  subjectType: ActionSubject,
  subjectId: number,
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    with recursive tries as (
      select id, retry_of from operations where id = ${operationId}
      union all
      select o.id, o.retry_of from operations o join tries t on o.id = t.retry_of
    )
    select a.id from marketplace_actions a join tries t on t.id = a.operation_id
    where a.subject_type = ${subjectType} and a.subject_id = ${subjectId}
      and (a.operation_id = ${operationId} or a.state <> 'refused')
    order by a.id desc limit 1`.execute(db);
  return rows[0]?.id ?? null;
}

export interface EndedAction {
  readonly subjectType: ActionSubject;
  readonly subjectId: number;
  readonly state: 'done' | 'refused';
  readonly outcome_reason: string | null;
  readonly outcome_message: MessageOnWire | null;
}

/**
 * The newest action of each record that an operation, or one whose failed rows it tries again, has asked for or joined: those that
 * ended.
 */
export async function endedActionsOf(db: Handle, operationId: number): Promise<readonly EndedAction[]> {
  const { rows } = await sql<EndedAction>`
    with recursive tries as (
      select id, retry_of from operations where id = ${operationId}
      union all
      select o.id, o.retry_of from operations o join tries t on o.id = t.retry_of
    ),
    concerned as (
      select a.* from marketplace_actions a join tries t on t.id = a.operation_id
      union
      -- A row that joined another's action: the newest one then. It may have ended just before the row was recorded.
      select a.* from operation_rows r
      join lateral (
        select j.* from marketplace_actions j
        where j.subject_type = r.subject_type and j.subject_id = r.subject_id and j.asked_at <= r.at
        order by j.id desc limit 1
      ) a on true
      where r.operation_id = ${operationId} and r.state = 'failed'
    ),
    newest as (
      select distinct on (subject_type, subject_id) * from concerned order by subject_type, subject_id, id desc
    )
    select subject_type as "subjectType", subject_id as "subjectId", state, outcome_reason, outcome_message
    from newest where finished_at is not null`.execute(db);
  return rows;
}
